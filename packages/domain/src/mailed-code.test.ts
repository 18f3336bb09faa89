import { expect, it } from 'vitest';
import { cleanCode, formatMailedCode, isMailedCode } from './mailed-code.ts';

it.each([
  '12345678',
  ' 1234 5678\n',
  '１２３４５６７８',
  '1234-5678',
  '１２３４　５６７８',
  '1234−5678',
  '1234ー5678',
  '1234－5678',
  '1234\u200b5678',
])('reads %j as 12345678', (text) => {
  expect(cleanCode(text)).toBe('12345678');
});

it.each(['1234567a', '1234.5678', '12345678（1234 5678）'])('leaves %j no code', (text) => {
  expect(isMailedCode(cleanCode(text))).toBe(false);
});

it.each([
  ['12345', false],
  ['012345', true],
  ['1234567', true],
  ['12345678', true],
  ['123456789', false],
  ['', false],
])('may "%s" be one: %s', (code, expected) => {
  expect(isMailedCode(code)).toBe(expected);
});

it('is read in two groups of four', () => {
  expect(formatMailedCode('01234567')).toBe('0123 4567');
});
