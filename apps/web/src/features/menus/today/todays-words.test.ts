import { expect, it } from 'vitest';
import { explainLoad } from './todays-words.ts';

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
