import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, toGymDay } from '#gyms/gym-time.ts';
import { personalBestKinds } from './personal-bests.ts';
import { groupVisits, summarizeVisit, type VisitedWorkout } from './visits.ts';

const workout = (
  id: number,
  startedAt: string,
  changes: Partial<VisitedWorkout> = {},
): VisitedWorkout => ({
  id,
  gymId: 1,
  gymDay: toGymDay(new Date(startedAt)),
  workoutTypeId: 1,
  startedAt: new Date(startedAt),
  endedAt: new Date(Date.parse(startedAt) + 5 * 60_000),
  setCount: 3,
  repCount: 30,
  tfoHg: 12_000,
  personalBests: [],
  ...changes,
});

it('formats minutes like the clock times beside them', () => {
  const at = (time: string) => new Date(`2026-03-03T${time}+09:00`);
  const one = workout(1, '2026-03-03T17:38:10+09:00', { endedAt: at('18:14:50') });
  expect(summarizeVisit([one])?.minutes).toBe(36);
  const short = workout(2, '2026-03-03T17:38:10+09:00', { endedAt: at('17:38:50') });
  expect(summarizeVisit([short])?.minutes).toBe(1);
});

it('sums up one visit: types, sets, 総発揮力, minutes from the first rep to the last, bests', () => {
  const visit = summarizeVisit([
    workout(3, '2025-08-15T10:30:00+09:00', { personalBests: ['tfo'], tfoHg: 5 }),
    workout(1, '2025-08-15T10:00:00+09:00', { workoutTypeId: 11, personalBests: ['tfo', 'max'] }),
    workout(2, '2025-08-15T10:10:00+09:00', { workoutTypeId: 4 }),
    workout(4, '2025-08-15T10:40:20+09:00', { workoutTypeId: 11, personalBests: ['oneRepMax'] }),
  ]);
  expect(visit).toEqual({
    startedAt: new Date('2025-08-15T10:00:00+09:00'),
    endedAt: new Date('2025-08-15T10:45:20+09:00'),
    minutes: 45,
    workoutTypeIds: [11, 4, 1],
    setCount: 12,
    repCount: 120,
    tfoHg: 36_005,
    personalBests: [
      { workoutTypeId: 11, kinds: ['max', 'tfo', 'oneRepMax'] },
      { workoutTypeId: 1, kinds: ['tfo'] },
    ],
  });
  expect(summarizeVisit([])).toBeNull();
});

it('counts a workout for its gym day, which may last past midnight', () => {
  const gymDay = '2025-08-15';
  const visits = groupVisits([
    workout(3, '2025-08-16T00:30:00+09:00', { gymDay }),
    workout(2, '2025-08-15T23:30:00+09:00', { gymDay }),
    workout(4, '2025-08-16T06:00:00+09:00'),
    workout(1, '2025-08-15T00:00:00+09:00'),
    // The other gym is open around the clock. This workout began before the last one of the night
    // but counts as a day later.
    workout(5, '2025-08-16T00:10:00+09:00', { gymId: 2 }),
  ]);
  expect(visits.map(({ date, workouts }) => [date, workouts.map(({ id }) => id)])).toEqual([
    ['2025-08-16', [4]],
    ['2025-08-16', [5]],
    ['2025-08-15', [1, 2, 3]],
  ]);
  expect(summarizeVisit(visits[2]?.workouts ?? [])?.minutes).toBe(24 * 60 + 35);
});

it('separates two gyms of one day, the last entered first', () => {
  const visits = groupVisits([
    workout(1, '2025-08-15T10:00:00Z', { gymId: 2 }),
    workout(2, '2025-08-15T11:00:00Z', { gymId: 1 }),
    workout(3, '2025-08-15T12:00:00Z', { gymId: 2 }),
  ]);
  expect(visits.map(({ gymId, workouts }) => [gymId, workouts.map(({ id }) => id)])).toEqual([
    [1, [2]],
    [2, [1, 3]],
  ]);
});

const anyWorkouts = fc
  .array(
    fc.record({
      gymId: fc.integer({ min: 1, max: 3 }),
      ofTheNight: fc.boolean(),
      workoutTypeId: fc.integer({ min: 1, max: 4 }),
      startMinute: fc.integer({ min: 0, max: 4 * 24 * 60 }),
      lastsMs: fc.integer({ min: 1, max: 7_200_000 }),
      setCount: fc.integer({ min: 0, max: 50 }),
      repCount: fc.integer({ min: 0, max: 500 }),
      tfoHg: fc.integer({ min: 0, max: 1_000_000 }),
      personalBests: fc.subarray([...personalBestKinds]),
    }),
    { maxLength: 12 },
  )
  .map((parts) =>
    parts.map(({ startMinute, lastsMs, ofTheNight, ...rest }, at): VisitedWorkout => {
      const start = Date.parse('2025-08-14T12:00:00Z') + startMinute * 60_000;
      return {
        ...rest,
        id: at + 1,
        gymDay: addDays(toGymDay(new Date(start)), ofTheNight ? -1 : 0),
        startedAt: new Date(start),
        endedAt: new Date(start + lastsMs),
      };
    }),
  );

it('puts each workout into exactly one visit of its gym and day, in any order', () => {
  fc.assert(
    fc.property(anyWorkouts, (workouts) => {
      const visits = groupVisits(workouts);
      expect(visits).toEqual(groupVisits(workouts.toReversed()));
      const ids = visits.flatMap((visit) => visit.workouts.map(({ id }) => id));
      expect(ids.toSorted((a, b) => a - b)).toEqual(workouts.map(({ id }) => id));
      expect(new Set(visits.map(({ date, gymId }) => `${date} ${gymId}`)).size).toBe(visits.length);
      for (const { date, gymId, workouts: own } of visits) {
        for (const one of own) expect([one.gymDay, one.gymId]).toEqual([date, gymId]);
      }
      const dates = visits.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().toReversed());
    }),
  );
});

it('adds up to the same sums, and spans every workout of the visit', () => {
  fc.assert(
    fc.property(anyWorkouts, (workouts) => {
      const visits = groupVisits(workouts).map((visit) => ({
        own: visit.workouts,
        sum: summarizeVisit(visit.workouts),
      }));
      const total = (of: (one: { tfoHg: number; setCount: number }) => number) =>
        visits.reduce((all, { sum }) => all + (sum === null ? Number.NaN : of(sum)), 0);
      expect(total(({ tfoHg }) => tfoHg)).toBe(workouts.reduce((all, one) => all + one.tfoHg, 0));
      expect(total(({ setCount }) => setCount)).toBe(
        workouts.reduce((all, one) => all + one.setCount, 0),
      );
      for (const { own, sum } of visits) {
        expect(sum).toEqual(summarizeVisit(own.toReversed()));
        expect(sum?.minutes).toBeGreaterThanOrEqual(1);
        for (const { startedAt, endedAt, workoutTypeId, personalBests } of own) {
          expect(Number(sum?.startedAt)).toBeLessThanOrEqual(Number(startedAt));
          expect(Number(sum?.endedAt)).toBeGreaterThanOrEqual(Number(endedAt));
          expect(sum?.workoutTypeIds).toContain(workoutTypeId);
          const beaten = sum?.personalBests.find((one) => one.workoutTypeId === workoutTypeId);
          expect(beaten?.kinds ?? []).toEqual(expect.arrayContaining([...personalBests]));
        }
      }
    }),
  );
});
