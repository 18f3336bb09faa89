import { makeRecords, rankedFields } from '@tanren/domain/workouts/rankings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  removeSurpassed,
  selectBest,
  listCandidates,
  type RankedWorkout,
} from './ranking-candidates.ts';

const member = { nickname: '花子', weight: 52.5, birthDate: '1990-04-01', sex: 'female' } as const;
const firstMonth = { startedAt: new Date('2026-09-20T01:00:00Z'), ...makeRecords(() => 300) };
const today = '2026-11-18';

/**
 * Workouts with few different values, so that many are equal. They lie before and after the first
 * month, in three months.
 */
const workout: fc.Arbitrary<RankedWorkout> = fc
  .record({
    sub: fc.constantFrom('a', 'b'),
    workoutTypeId: fc.constantFrom(1, 2),
    gymId: fc.constantFrom(1, 2),
    startedAt: fc
      .integer({ min: 0, max: 60 })
      .map((days) => new Date(firstMonth.startedAt.getTime() + days * 86_400_000)),
    records: fc.tuple(...rankedFields.map(() => fc.constantFrom(0, 300, 400, 500))),
  })
  .map(({ records, ...done }) => ({
    ...done,
    ...makeRecords((field) => records[rankedFields.indexOf(field)] ?? 0),
  }));

test('leaving out surpassed workouts changes no entry', () => {
  const rank = (workouts: readonly RankedWorkout[]) =>
    selectBest(
      workouts.flatMap((one) => [
        ...listCandidates(one, { ...member, sub: one.sub }, firstMonth, today),
      ]),
    ).toSorted((a, b) => a.board - b.board || a.sub.localeCompare(b.sub));
  fc.assert(
    fc.property(fc.array(workout, { maxLength: 40 }), (workouts) => {
      expect(rank(removeSurpassed(workouts, () => firstMonth))).toEqual(rank(workouts));
    }),
  );
});

test('keeps the first of many equal workouts', () => {
  const at = (minute: number): RankedWorkout => ({
    sub: 'a',
    workoutTypeId: 1,
    gymId: 1,
    startedAt: new Date(firstMonth.startedAt.getTime() + minute * 60_000),
    ...makeRecords(() => 400),
  });
  expect(removeSurpassed([at(2), at(1), at(3)], () => firstMonth)).toEqual([at(1)]);
});
