import { expect, test } from 'vitest';
import { passwordMaxLength, validatePassword } from './password.ts';

test.each([
  ['tanren2024', null],
  ['a b c d 1', null],
  ['!"#$%&a1', null],
  ['', 'too_short'],
  // spec 5.1
  ['abc1234', 'too_short'],
  // spec 5.2
  ['abcdefgh', 'no_digit'],
  ['12345678', 'no_letter'],
  ['12345678!', 'no_letter'],
  // spec 5.3
  ['パスワード1234a', 'not_half_width'],
  ['ａｂｃ12345', 'not_half_width'],
  ['ｱｲｳabc12345', 'not_half_width'],
  ['abc\t12345', 'not_half_width'],
  ['abc1234\u0000', 'not_half_width'],
  [' abc12345', 'edge_space'],
  ['abc12345 ', 'edge_space'],
])('%j gives the errors %j', (password, rejection) => {
  expect(validatePassword(password)).toBe(rejection);
});

test('has a minimum and a maximum length', () => {
  expect(validatePassword('a1'.repeat(passwordMaxLength / 2))).toBeNull();
  expect(validatePassword(`${'a1'.repeat(passwordMaxLength / 2)}x`)).toBe('too_long');
});

test('rejects the local part of the e-mail address in the password', () => {
  expect(validatePassword('xHanako77', 'hanako@example.com')).toBe('contains_email');
  expect(validatePassword('xHanako77', 'taro@example.com')).toBeNull();
  expect(validatePassword('box12345', 'bo@example.com')).toBeNull();
});
