import { expect, test } from 'vitest';
import { cleanText, fitColumns } from './draw.ts';

test('Japanese takes two columns per character, and no character is cut in half', () => {
  expect(fitColumns('たろう', 8)).toBe('たろう  ');
  expect(fitColumns('たろう', 5)).toBe('たろ ');
  expect(fitColumns('abc', 2)).toBe('ab');
});

test('a nickname cannot move the cursor', () => {
  expect(cleanText('a\u001B[2J\u202Eb\n')).toBe('a[2Jb');
});
