import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDoor, doorLeadMs, doorOpensAt, isNoShow } from './door.ts';

const at = (time: string) => new Date(`2026-05-01T${time}Z`);
/** Reservation that can no longer be cancelled. */
const settled = { changeableUntil: new Date(0), wasShown: false, refusal: null };
const slot = (starts: string, ends: string) => ({
  startsAt: at(starts),
  endsAt: at(ends),
  ...settled,
});
const open = (until: Date, ...stay: readonly object[]) => ({
  open: true,
  stay,
  until,
  codesUntil: until,
  shows: null,
});
const evening = slot('10:00:00', '11:00:00');

describe('the door', () => {
  it('stays closed without a reservation', () => {
    const shut = { open: false, reason: 'no_reservation', from: null };
    expect(decideDoor([], at('10:00:00'))).toEqual(shut);
    expect(decideDoor([evening], at('11:00:00'))).toEqual(shut);
  });

  it.each([
    ['00:00:00.000', false],
    ['09:44:59.999', false],
    ['09:45:00.000', true],
    ['10:00:00.000', true],
    ['10:59:59.999', true],
  ])('at %s, for a reservation at ten: open is %s', (time, isOpen) => {
    expect(decideDoor([evening], at(time))).toEqual(
      isOpen
        ? open(evening.endsAt, evening)
        : { open: false, reason: 'too_early', from: at('09:45:00') },
    );
  });

  it('uses the next reservation after one is over', () => {
    const next = slot('14:00:00', '15:00:00');
    expect(decideDoor([evening, next], at('11:00:00'))).toEqual({
      open: false,
      reason: 'too_early',
      from: at('13:45:00'),
    });
  });

  it('stays open over adjacent reservations', () => {
    const day = [evening, slot('11:00:00', '12:00:00'), slot('12:15:00', '13:00:00')];
    expect(decideDoor(day, at('10:30:00'))).toEqual(open(at('13:00:00'), ...day));
    expect(decideDoor(day, at('11:00:00'))).toEqual(open(at('13:00:00'), ...day.slice(1)));
  });

  it('closes between two reservations that are further apart than the lead time', () => {
    const day = [evening, slot('11:15:01', '12:00:00')];
    expect(decideDoor(day, at('10:30:00'))).toEqual(open(evening.endsAt, evening));
    expect(decideDoor(day, at('11:00:00.500'))).toEqual({
      open: false,
      reason: 'too_early',
      from: at('11:00:01'),
    });
  });

  it('is open exactly during a reservation and its lead time', () => {
    const minutes = (count: number) => new Date(at('00:00:00').getTime() + count * 60_000);
    const gaps = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 5, max: 90 })), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(gaps, fc.nat({ max: 600 }), (drafts, minute) => {
        let end = 0;
        const reservations = drafts.map(([gap, length]) => {
          const startsAt = minutes(end + gap);
          end += gap + length;
          return { startsAt, endsAt: minutes(end) };
        });
        const isOpen = (now: Date) =>
          reservations.some((one) => doorOpensAt(one) <= now && now < one.endsAt);
        const now = minutes(minute);
        const decision = decideDoor(
          reservations.map((reservation) => ({ ...reservation, ...settled })),
          now,
        );
        expect(decision.open).toBe(isOpen(now));
        const turns = decision.open ? decision.until : decision.from;
        if (turns === null) return;
        expect(isOpen(turns)).toBe(!decision.open);
        for (let time = now; time < turns; time = new Date(time.getTime() + 60_000)) {
          expect(isOpen(time)).toBe(decision.open);
        }
      }),
    );
  });

  it('opens fifteen minutes ahead', () => {
    expect(doorLeadMs).toBe(15 * 60_000);
    expect(doorOpensAt(evening)).toEqual(at('09:45:00'));
  });
});

describe('the door of a reservation that can still be cancelled', () => {
  const changeable = { ...evening, changeableUntil: at('10:00:00') };
  const now = at('09:50:00');

  it('issues the codes of ten minutes, during which it cannot be cancelled', () => {
    expect(decideDoor([changeable], now, false)).toEqual({
      open: true,
      stay: [changeable],
      until: evening.endsAt,
      codesUntil: at('10:00:00'),
      shows: changeable,
    });
  });

  it('issues none until they are requested, and continues from then on', () => {
    expect(decideDoor([changeable], now)).toEqual({
      open: false,
      reason: 'still_changeable',
      from: at('10:00:00'),
    });
    const shown = { ...changeable, wasShown: true };
    expect(decideDoor([shown], now)).toMatchObject({ codesUntil: at('10:00:00') });
  });

  it('issues all after the deadline, and none of a later one before its own', () => {
    expect(decideDoor([changeable], at('10:00:00.001'))).toEqual(open(evening.endsAt, changeable));
    const next = { ...slot('11:00:00', '12:00:00'), changeableUntil: at('11:00:00') };
    expect(decideDoor([evening, next], at('10:30:00'))).toEqual(open(evening.endsAt, evening));
  });
});

describe('a reservation that no membership covers', () => {
  const paused = { ...evening, refusal: 'membership_paused' as const };

  it('does not open, and gives the reason before the time', () => {
    for (const time of ['08:00:00', '10:00:00']) {
      expect(decideDoor([paused], at(time))).toEqual({
        open: false,
        reason: 'membership_paused',
        from: null,
      });
    }
  });

  it('ends the stay of the reservation before it', () => {
    const next = { ...slot('11:00:00', '12:00:00'), refusal: 'membership_ended' as const };
    expect(decideDoor([evening, next], at('10:30:00'))).toEqual(open(evening.endsAt, evening));
  });
});

describe('a no-show', () => {
  const shortSlot = { ...slot('10:00:00', '10:05:00'), enteredAt: null };
  const longSlot = { ...evening, enteredAt: null };

  it.each([
    ['10:04:59', false, false],
    ['10:05:00', true, false],
    ['10:14:59', true, false],
    ['10:15:00', true, true],
    ['12:00:00', true, true],
  ])('at %s: of five minutes is %s, of an hour %s', (time, ofShort, ofLong) => {
    expect(isNoShow(shortSlot, at(time))).toBe(ofShort);
    expect(isNoShow(longSlot, at(time))).toBe(ofLong);
    expect(isNoShow({ ...longSlot, enteredAt: at('10:20:00') }, at(time))).toBe(false);
  });
});
