import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password1',
  'Password123',
  'abc12345',
  'qwerty123',
  '1q2w3e4r5t',
  '123456abc',
  'iloveyou2024',
  'sakura2020',
  'a1a1a1a1',
  'p@ssw0rd',
  'P4ssw0rd',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['kinniku7hara', 'correct horse 4 battery', 'x7Kp2mQ9'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
