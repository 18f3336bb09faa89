import { expect, test } from 'vitest';
import { findStaffTextError, normalizeStaffLine, normalizeStaffText } from './staff-texts.ts';

test('stores a text with its lines in NFC, without trailing spaces and repeated empty lines', () => {
  const typed = '\n【休館】  \r\n\r\n　ハ\u309aン\u2028次の行\t\n\n\n\n\n終わり\u200b \n';
  expect(normalizeStaffText(typed)).toBe('【休館】\n\n　パン\n次の行\n\n\n終わり');
  expect(normalizeStaffLine(' 鍛錬\n 渋谷 カ\u3099 ')).toBe('鍛錬 渋谷 ガ');
});

const rule = { max: 10, required: true };

test.each([
  ['1234567890', null],
  ['12345678901', 'too_long'],
  ['👨‍👩‍👧‍👦'.repeat(10), null],
  ['か\u3099'.repeat(10), null],
  ['一行\n二行\r\n\t三行', null],
  ['', 'empty'],
  [' \n　', 'empty'],
  ['\u200b\u2060', 'empty'],
  ['\u2800', 'empty'],
  ['音\u0007', 'unreadable'],
  ['\u001b[31m赤', 'unreadable'],
  ['\u0080', 'unreadable'],
  ['\u007f', 'unreadable'],
])('%j: %s', (text, error) => {
  expect(findStaffTextError(text, rule)).toBe(error);
});

test('an optional text may be empty, but not invisible', () => {
  const optional = { max: 10, required: false };
  expect(findStaffTextError('', optional)).toBeNull();
  expect(findStaffTextError(' \n', optional)).toBeNull();
  expect(findStaffTextError('\u2800', optional)).toBe('empty');
  expect(findStaffTextError('\u0007', optional)).toBe('unreadable');
});
