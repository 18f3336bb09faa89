import { expect, it, test } from 'vitest';
import { cleanCode, isMailedCode, isRecentlyAuthenticated, nameDevice } from './authentication.ts';

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

it.each(['1234567a', '1234.5678', '12345678（1234 5678）'])('finds no code in %j', (text) => {
  expect(isMailedCode(cleanCode(text))).toBe(false);
});

it.each([
  ['12345', false],
  ['012345', true],
  ['1234567', true],
  ['12345678', true],
  ['123456789', false],
  ['', false],
])('"%s" can be a code: %s', (code, expected) => {
  expect(isMailedCode(code)).toBe(expected);
});

const now = new Date('2025-08-15T03:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [ago(0), true],
  [ago(600), true],
  [ago(601), false],
  // The clock of another node may be a little ahead.
  [ago(-5), true],
  [undefined, false],
])('a password entered %s is recent: %s', (authenticatedAt, counts) => {
  expect(isRecentlyAuthenticated(authenticatedAt, now)).toBe(counts);
});

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${safari}`, 'iPhone・Safari'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) ${safari} Line/15.1`, 'iPhone・LINE'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) CriOS/140.0 Mobile Safari/604.1',
    'iPhone・Chrome',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${safari}`, 'iPad・Safari'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Android・Chrome'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Android・Samsung Internet',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`, 'Windows・Edge'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mac・Firefox',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Linux・Chrome'],
  ['TanrenApp/3.1 (Android 15)', 'Android'],
  ['node', '不明な端末'],
  ['', '不明な端末'],
])('%s is %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});
