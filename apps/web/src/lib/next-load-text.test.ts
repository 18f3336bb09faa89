import { nextLoadReasons } from '@tanren/domain/next-load';
import { expect, it } from 'vitest';
import { explainNextLoad } from './next-load-text.ts';

it.each([
  ['raise', 12, '前回は62.5kgを12回できたので、少し重くします。'],
  ['keep', 9, '前回は62.5kgを9回でした。同じ重さで12回を目指しましょう。'],
  ['keep', 14, '前回は62.5kgを14回できました。同じ重さで続けましょう。'],
  ['lower', 5, '前回は62.5kgを5回でした。8回以上できる重さまで下げましょう。'],
] as const)('tells why the load is to %s after %i reps', (nextLoadReason, lastReps, expected) => {
  expect(explainNextLoad({ nextLoadReason, lastReps, lastLoad: 62.5 })).toBe(expected);
});

it('has a sentence for every reason', () => {
  for (const nextLoadReason of nextLoadReasons) {
    expect(explainNextLoad({ nextLoadReason, lastReps: 10, lastLoad: 60 })).toMatch(/。$/);
  }
});
