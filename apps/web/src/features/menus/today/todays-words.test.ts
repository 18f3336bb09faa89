import { expect, it } from 'vitest';
import { describeWaits, explainLoad } from './todays-words.ts';

it.each([
  ['raise', undefined, '前回できたので重く'],
  ['raise', true, 'いつもより少し重く'],
  ['keep', undefined, '12回できたら次回は重く'],
  ['keep', true, 'いつもの重量で'],
  ['lower', undefined, '前回きつかったので軽く'],
  ['lower', true, 'いつもより少し軽く'],
  ['trainer', undefined, 'トレーナーが決めた重量'],
] as const)(
  'names the last time only when %s is based on it (an earlier workout: %s)',
  (loadReason, isEarlier, expected) => {
    const earlier = isEarlier === undefined ? {} : { restsOnEarlierWorkout: isEarlier };
    expect(explainLoad({ loadReason, reps: 10, ...earlier })).toBe(expected);
  },
);

it('says how long the menu takes with the waits, now and in a quieter hour', () => {
  const quieter = { hour: 19, minutes: 35 };
  expect(describeWaits({ minutes: 31, waits: { minutesNow: 45, quieter } })).toBe(
    '待ち時間を入れると、いま45分・19時なら35分',
  );
  expect(describeWaits({ minutes: 31, waits: { minutesNow: 33, quieter: null } })).toBe(
    '待ち時間を入れると、いま33分',
  );
  expect(describeWaits({ minutes: 31, waits: { minutesNow: 32, quieter: null } })).toBeNull();
  expect(describeWaits({ minutes: 31, waits: null })).toBeNull();
  expect(describeWaits({ minutes: 31 })).toBeNull();
});
