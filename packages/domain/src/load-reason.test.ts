import { expect, test } from 'vitest';
import { checkLoadReason, normalizeLoadReason } from './load-reason.ts';

test('it is kept in one line', () => {
  expect(normalizeLoadReason('  肩が\n\t上がる日は\r\n軽めで  ')).toBe('肩が 上がる日は 軽めで');
});

test.each(['', '  \n ', '\u200b\u2060', '\u2800'])('%j says nothing', (text) => {
  expect(checkLoadReason(text)).toBe('理由を入力してください');
});

test('it has up to 200 characters, as a reader counts them', () => {
  expect(checkLoadReason('あ'.repeat(200))).toBe(true);
  expect(checkLoadReason(`${'か\u3099'.repeat(200)}\n`)).toBe(true);
  expect(checkLoadReason('あ'.repeat(201))).toBe('理由は200文字以内で入力してください');
});
