import { expect, test } from 'vitest';
import { isContactEmail, isPhone, normalizeContactEmail, normalizePhone } from './gym-contact.ts';

test.each([
  ['０３−００００−１２３４', '03-0000-1234'],
  ['03ー0000ー1234 ', '03-0000-1234'],
  ['+81 (3) 0000 1234', '+81 (3) 0000 1234'],
  ['', ''],
])('reads the telephone number %j as %j', (typed, kept) => {
  expect(normalizePhone(typed)).toBe(kept);
  expect(isPhone(kept)).toBe(true);
});

test.each(['電話', '-', '03-0000-1234 内線', '1'.repeat(41), '03\n0000'])(
  'rejects %j as a telephone number',
  (text) => {
    expect(isPhone(text)).toBe(false);
  },
);

test.each([
  [' Kanda@tanren.example ', 'Kanda@tanren.example'],
  ['ｋａｎｄａ＠ｔａｎｒｅｎ．ｅｘａｍｐｌｅ', 'kanda@tanren.example'],
  ['desk+kanda@mail.tanren.example', 'desk+kanda@mail.tanren.example'],
  ['', ''],
])('reads the mail address %j as %j', (typed, kept) => {
  expect(normalizeContactEmail(typed)).toBe(kept);
  expect(isContactEmail(kept)).toBe(true);
});

test.each([
  'kanda',
  'kanda@tanren',
  '@tanren.example',
  'a@b@tanren.example',
  'kanda@tanren.example?cc=x@evil.example',
  'kanda@tanren.example,x@evil.example',
  'kan%0Ada@tanren.example',
  '受付@tanren.example',
  `${'a'.repeat(250)}@tanren.example`,
])('rejects %j as a mail address', (text) => {
  expect(isContactEmail(text)).toBe(false);
});
