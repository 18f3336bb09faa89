import { expect, test } from 'vitest';
import { findAccountTextError, normalizeAccountText } from './debit-accounts.ts';

test.each([
  ['bankCode', '0005', '0005'],
  ['bankCode', '０００５', '0005'],
  ['branchCode', ' 018 ', '018'],
  ['accountNumber', '42', '0000042'],
  ['consignorCode', '0012345678', '0012345678'],
  ['holder', 'やまだ たろう', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ['consignorName', 'カ）タンレン', 'ｶ)ﾀﾝﾚﾝ'],
] as const)('accepts the %s "%s" as %s', (name, typed, text) => {
  expect(findAccountTextError(name, typed)).toBeNull();
  expect(normalizeAccountText(name, typed)).toBe(text);
});

test.each([
  ['bankCode', '5', 'not_digits'],
  ['bankCode', '00050', 'not_digits'],
  ['branchCode', '01a', 'not_digits'],
  ['accountNumber', '', 'not_digits'],
  ['accountNumber', '12345678', 'not_digits'],
  ['holder', '', 'not_kana'],
  ['holder', '山田 太郎', 'not_kana'],
  // Each voiced sound takes two characters.
  ['holder', 'ガ'.repeat(16), 'too_long'],
  ['consignorName', 'ア'.repeat(41), 'too_long'],
] as const)('rejects the %s "%s" as %s', (name, typed, error) => {
  expect(findAccountTextError(name, typed)).toBe(error);
});
