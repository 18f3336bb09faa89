import { expect, test } from 'vitest';
import { findGymTextError, gymTextRules } from './gym-fields.ts';

test.each([
  ['name', ' 　', 'empty'],
  ['name', 'あ'.repeat(60), null],
  ['name', 'あ'.repeat(61), 'too_long'],
  ['address', '', 'empty'],
  ['access', '', null],
  ['access', '\u0007', 'unreadable'],
  ['phone', '', null],
  ['phone', '０３−００００−１２３４', null],
  ['phone', '電話', 'malformed'],
  ['phone', '\u200b', 'malformed'],
  ['phone', '1'.repeat(41), 'too_long'],
  ['email', ' ｋａｎｄａ＠ｔａｎｒｅｎ．ｅｘａｍｐｌｅ', null],
  ['email', 'kanda@tanren', 'malformed'],
] as const)('finds as error of the %s %j: %s', (name, text, error) => {
  expect(findGymTextError(gymTextRules[name], text)).toBe(error);
});
