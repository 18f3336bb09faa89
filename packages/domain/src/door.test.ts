import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDoor, doorLeadMs, doorOpensAt } from './door.ts';

const at = (time: string) => new Date(`2026-05-01T${time}Z`);
const slot = (starts: string, ends: string) => ({ startsAt: at(starts), endsAt: at(ends) });
const evening = slot('10:00:00', '11:00:00');

describe('the door', () => {
  it('stays shut without a reservation', () => {
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
  ])('at %s, of a reservation at ten: open is %s', (time, open) => {
    expect(decideDoor([evening], at(time))).toEqual(
      open ? { open, until: evening.endsAt } : { open, reason: 'too_early', from: at('09:45:00') },
    );
  });

  it('tells of the next reservation once one is over', () => {
    const next = slot('14:00:00', '15:00:00');
    expect(decideDoor([evening, next], at('11:00:00'))).toEqual({
      open: false,
      reason: 'too_early',
      from: at('13:45:00'),
    });
  });

  it('stays open over reservations that follow each other', () => {
    const day = [evening, slot('11:00:00', '12:00:00'), slot('12:15:00', '13:00:00')];
    expect(decideDoor(day, at('10:30:00'))).toEqual({ open: true, until: at('13:00:00') });
    expect(decideDoor(day, at('11:00:00'))).toEqual({ open: true, until: at('13:00:00') });
  });

  it('shuts between two reservations with more than its lead between them', () => {
    const day = [evening, slot('11:15:01', '12:00:00')];
    expect(decideDoor(day, at('10:30:00'))).toEqual({ open: true, until: evening.endsAt });
    expect(decideDoor(day, at('11:00:00.500'))).toEqual({
      open: false,
      reason: 'too_early',
      from: at('11:00:01'),
    });
  });

  it('is open exactly while a reservation or its lead runs', () => {
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
        const decision = decideDoor(reservations, now);
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
