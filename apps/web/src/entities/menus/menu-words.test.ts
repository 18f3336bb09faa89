import { expect, it } from 'vitest';
import { describeMachines, describePlan } from './menu-words.ts';

it('names three machines and counts the others', () => {
  const describeTypes = (...workoutTypeIds: number[]) => describeMachines({ workoutTypeIds });
  expect(describeTypes(1)).toBe('チェストプレス');
  expect(describeTypes(1, 11, 8)).toBe('チェストプレス、レッグプレス、アブドミナル');
  expect(describeTypes(1, 11, 8, 3, 4)).toBe(
    'チェストプレス、レッグプレス、アブドミナル ほか2種目',
  );
});

it('describes the sets of a machine, without a fixed load', () => {
  const item = { sets: 3, reps: 10, loadKg: null, restSeconds: 120 };
  expect(describePlan(item)).toBe('3セット×10回・おすすめ重量・休憩2分');
  expect(describePlan({ ...item, loadKg: 40 })).toBe('3セット×10回・休憩2分');
  expect(describePlan({ ...item, sets: 1 })).toBe('1セット×10回・おすすめ重量');
});
