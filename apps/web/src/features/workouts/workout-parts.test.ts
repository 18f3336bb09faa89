import { expect, it } from 'vitest';
import { describeChange } from './workout-parts.tsx';

it.each([
  [62.5, 60, '+2.5', '前回よりアップ'],
  [60, 62.5, '−2.5', '前回よりダウン'],
  [60.3, 60.3, '±0', '前回と同じ'],
  [2430, 1200, '+1,230', '前回よりアップ'],
])('%d kg after %d kg is %s', (kg, before, sign, words) => {
  expect(describeChange(kg, before)).toEqual({ sign, words });
});
