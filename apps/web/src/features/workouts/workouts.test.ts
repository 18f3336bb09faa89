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
  [62.5, 60, '+2.5', '前回よりアップ'],
  [60, 62.5, '−2.5', '前回よりダウン'],
  [60.3, 60.3, null, '前回と同じ'],
  [2430, 1200, '+1,230', '前回よりアップ'],
])('%d kg after %d kg is shown as %s', (kg, before, sign, words) => {
  expect(describeChange(kg, before)).toEqual({ sign, words });
});

const lift = (...sets: readonly (readonly number[])[]) =>
  sets.map((seconds) => ({
    loadKg: 40,
    reps: seconds.map((one) => ({ loadKg: 40, ms: one * 1000 })),
  }));

it.each([
  [lift([2, 2], [2, 3]), [], '平均2.3秒'],
  [lift([2, 2]), lift([2, 2]), '前回と同じ回数と速さ'],
  [lift([2, 2], [2]), lift([2, 2]), '前回より1回多く、速さは同じ'],
  [lift([2.5, 2.5]), lift([2, 2]), '前回より0.5秒ゆっくり'],
  [lift([2]), lift([2, 3], [4]), '前回より2回少なく、1.0秒速い'],
  [[], lift([2]), ''],
])('describes the difference to last time', (now, before, words) => {
  expect(describePace(now, before)).toBe(words);
});

it.each([
  [null, '12回を超えるセットだけなので、推定できません。'],
  [{ kg: 42.5, reps: 1, reference: false }, '1回が限界の重量の目安（実際に挙げた重量から）'],
  [{ kg: 50, reps: 9, reference: false }, '1回が限界の重量の目安（9回のセットから）'],
])('explains where the estimate %o comes from', (estimate, words) => {
  expect(explainEstimate(estimate)).toBe(words);
});
