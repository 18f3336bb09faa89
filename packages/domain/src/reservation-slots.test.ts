import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGymInstant } from './gym-instants.ts';
import { listSlots } from './reservation-slots.ts';

const day = '2026-05-01';

function list(opensMinute: number, closesMinute: number, slotMinutes: number) {
  const open = {
    opensAt: toGymInstant(day, opensMinute),
    closesAt: toGymInstant(day, closesMinute),
  };
  return listSlots(open, slotMinutes);
}

const starts = (...slot: [number, number, number]) =>
  list(...slot).map(({ startsAt }) => startsAt.toISOString());

describe('slots', () => {
  it('fill the day to the last minute', () => {
    const slots = list(6 * 60, 26 * 60, 60);
    expect(slots).toHaveLength(20);
    expect(slots.at(-1)).toEqual({
      startsAt: new Date('2026-05-01T16:00:00Z'),
      endsAt: new Date('2026-05-01T17:00:00Z'),
    });
  });

  it('leave out the rest of a day that is too short for one', () => {
    expect(starts(7 * 60, 10 * 60, 75)).toEqual([
      '2026-04-30T22:00:00.000Z',
      '2026-04-30T23:15:00.000Z',
    ]);
    expect(starts(7 * 60, 7 * 60 + 74, 75)).toEqual([]);
    expect(starts(7 * 60, 7 * 60 + 75, 75)).toHaveLength(1);
  });

  it('are none when the gym is closed, or would close before it opens', () => {
    expect(listSlots(null, 60)).toEqual([]);
    expect(starts(600, 600, 60)).toEqual([]);
    expect(starts(600, 300, 60)).toEqual([]);
  });

  it('follow each other without a gap, each as long as the others, inside the hours', () => {
    const minute = fc.integer({ min: 0, max: 2880 });
    fc.assert(
      fc.property(minute, minute, fc.integer({ min: 5, max: 1440 }), (a, b, slotMinutes) => {
        const [opens, closes] = [Math.min(a, b), Math.max(a, b)];
        const slots = list(opens, closes, slotMinutes);
        const edges = slots.map(({ startsAt }) => startsAt.getTime());
        const ends = slots.map(({ endsAt }) => endsAt.getTime());
        const first = toGymInstant(day, opens).getTime();
        const slotMs = slotMinutes * 60_000;
        expect(edges).toEqual(slots.map((_, index) => first + index * slotMs));
        expect(ends).toEqual(edges.map((edge) => edge + slotMs));
        const rest = toGymInstant(day, closes).getTime() - (ends.at(-1) ?? first);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest).toBeLessThan(slotMs);
      }),
    );
  });
});
