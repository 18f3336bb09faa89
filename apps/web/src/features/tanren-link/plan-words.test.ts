import { expect, it } from 'vitest';
import { describeGoal, hintAtLoad } from './plan-words.ts';

it('says how many and how heavy', () => {
  expect(describeGoal({ reps: 10, loadKg: 52.5 })).toBe('10回・52.5kg');
  expect(describeGoal({ reps: 12, loadKg: null })).toBe('12回');
});

it('hints at a machine that is set to something else', () => {
  expect(hintAtLoad({ loadKg: 50 }, 45)).toBe('マシンの設定は45kgです');
  expect(hintAtLoad({ loadKg: 50 }, 50)).toBeNull();
  expect(hintAtLoad({ loadKg: null }, 50)).toBeNull();
});
