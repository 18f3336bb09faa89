import { expect, it } from 'vitest';
import { describeMachines, describeRest } from './session-words.ts';

it('names three machines and counts the others', () => {
  const describeTypes = (...workoutTypeIds: number[]) => describeMachines({ workoutTypeIds });
  expect(describeTypes(1)).toBe('チェストプレス');
  expect(describeTypes(1, 11, 8)).toBe('チェストプレス、レッグプレス、アブドミナル');
  expect(describeTypes(1, 11, 8, 3, 4)).toBe(
    'チェストプレス、レッグプレス、アブドミナル ほか2種目',
  );
});

it('tells a rest in minutes and seconds', () => {
  const texts = [0, 45, 60, 90, 600].map((restSeconds) => describeRest({ restSeconds }));
  expect(texts).toEqual(['0秒', '45秒', '1分', '1分30秒', '10分']);
});
