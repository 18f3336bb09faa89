import { expect, it } from 'vitest';
import { groupByDay } from './workout-cards.tsx';
import { describeProgress } from './visit-changes.ts';
import { describePace, explainEstimate } from './workout-parts.tsx';
import { formatKgChange } from '#lib/number-format.ts';

it('groups by gym day, in the given order', () => {
  const days = ['2026-03-03', '2026-03-02', '2026-03-03', '2026-03-02', '2026-02-27'];
  const workouts = days.map((gymDay) => ({ gymDay }));
  expect(groupByDay(workouts).map(({ day, workouts: { length } }) => [day, length])).toEqual([
    ['2026-03-03', 2],
    ['2026-03-02', 2],
    ['2026-02-27', 1],
  ]);
  expect(groupByDay([])).toEqual([]);
});

it.each([
  [62.5, 60, '+2.5'],
  [60, 62.5, '−2.5'],
  [60.3, 60.3, null],
  [2430, 1200, '+1,230'],
])('%d kg after %d kg is shown as %s', (kg, before, change) => {
  expect(formatKgChange(kg, before)).toBe(change);
});

const done = (...sets: readonly (readonly [kg: number, reps: number])[]) =>
  sets.map(([loadKg, reps]) => ({
    loadKg,
    reps: Array.from({ length: reps }, () => ({ loadKg, ms: 2000 })),
  }));

it.each([
  ['+2.5kg', done([40, 10], [42.5, 6]), done([40, 12])],
  ['−2.5kg', done([37.5, 12]), done([40, 8])],
  ['+2回', done([40, 8], [40, 10]), done([30, 15], [40, 8])],
  ['−1回', done([40, 9], [20, 30]), done([40, 10])],
  ['同じ', done([40, 10]), done([40, 10], [40, 7])],
  [null, done([40, 10]), done()],
  [null, done([40, 0]), done([40, 10])],
])('says %s of the heaviest load and its reps', (words, now, before) => {
  expect(describeProgress(now, before)).toBe(words);
});

const lift = (...sets: readonly (readonly number[])[]) =>
  sets.map((seconds) => ({
    loadKg: 40,
    reps: seconds.map((one) => ({ loadKg: 40, ms: one * 1000 })),
  }));

it.each([
  [lift([2, 2], [2, 3]), [], '1回平均2.3秒'],
  [lift([2.5, 2.5]), lift([2, 2]), '1回平均2.5秒（前回2.0秒）'],
  [lift([2]), lift([2, 3], [4]), '1回平均2.0秒（前回3.0秒）'],
  [[], lift([2]), ''],
])('describes the mean time of a rep', (now, before, words) => {
  expect(describePace(now, before)).toBe(words);
});

it.each([
  [null, '12回を超えるセットだけなので、推定できません。'],
  [{ kg: 42.5, reps: 1, reference: false }, '1回が限界の重量の目安（実際に挙げた重量から）'],
  [{ kg: 50, reps: 9, reference: false }, '1回が限界の重量の目安（9回のセットから）'],
])('explains where the estimate %o comes from', (estimate, words) => {
  expect(explainEstimate(estimate)).toBe(words);
});
