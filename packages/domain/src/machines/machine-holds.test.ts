import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHoldInitial } from './machine-holds.ts';

test.each([
  ['テツ', 'テ'],
  [' 鍛子', '鍛'],
  ['か\u3099んば', 'か\u3099'],
  ['👍🏽さん', '👍🏽'],
  ['🇯🇵の人', '🇯🇵'],
  ['👨‍👩‍👧‍👦家族', '会員'],
  ['', '会員'],
  ['　', '会員'],
])('shows the first character of %j as %j', (nickname, initial) => {
  expect(findHoldInitial(nickname)).toBe(initial);
});

test('shows one to eight code units of any nickname', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (nickname) => {
      const { length } = findHoldInitial(nickname);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(8);
    }),
  );
});
