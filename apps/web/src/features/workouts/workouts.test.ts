import { expect, it } from 'vitest';
import { groupByDay } from './workout-cards.tsx';
import { describeChange, describePace, explainEstimate } from './workout-parts.tsx';

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
  expect(describeChange(kg, before)).toBe(change);
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
