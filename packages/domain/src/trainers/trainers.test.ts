import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkLoadReason,
  formatTrainerCode,
  makeTrainerCode,
  normalizeLoadReason,
  parseTrainerCode,
  trainerCodeAlphabet,
} from './trainers.ts';

test('contains only unambiguous characters', () => {
  expect(trainerCodeAlphabet).toHaveLength(32);
  expect(new Set(trainerCodeAlphabet).size).toBe(32);
  expect(trainerCodeAlphabet).not.toMatch(/[01OI]/);
});

test('every character is equally likely', () => {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const made = all.map((byte) => makeTrainerCode(new Uint8Array(8).fill(byte)).charAt(0));
  for (const character of trainerCodeAlphabet) {
    expect(made.filter((each) => each === character)).toHaveLength(8);
  }
});

test('reads every created code as it is shown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 32 }), (random) => {
      const code = makeTrainerCode(random);
      expect(parseTrainerCode(code)).toBe(code);
      expect(parseTrainerCode(formatTrainerCode(code))).toBe(code);
    }),
  );
});

test.each([
  ['abcd-efgh', 'ABCDEFGH'],
  ['ＡＢＣＤ－ＥＦＧＨ', 'ABCDEFGH'],
  [' ab cd ef gh ', 'ABCDEFGH'],
  ['ABCDーEFGH', 'ABCDEFGH'],
])('reads %s as %s', (typed, code) => {
  expect(parseTrainerCode(typed)).toBe(code);
});

test.each([
  '',
  'ABCD',
  'ABCDEFGH2',
  'ABCDEFG0',
  'ABCDEFGO',
  'ABCDEFG1',
  'あいうえおかきく',
  '-'.repeat(5000),
])('rejects %s', (typed) => {
  expect(parseTrainerCode(typed)).toBeNull();
});

test('stores it in one line', () => {
  expect(normalizeLoadReason('  肩が\n\t上がる日は\r\n軽めで  ')).toBe('肩が 上がる日は 軽めで');
});

test.each(['', '  \n ', '\u200b\u2060', '\u2800'])('rejects %j as empty', (text) => {
  expect(checkLoadReason(text)).toBe('理由を入力してください');
});

test('accepts up to 200 characters, as a reader counts them', () => {
  expect(checkLoadReason('あ'.repeat(200))).toBe(true);
  expect(checkLoadReason(`${'か\u3099'.repeat(200)}\n`)).toBe(true);
  expect(checkLoadReason('あ'.repeat(201))).toBe('理由は200文字以内で入力してください');
});
