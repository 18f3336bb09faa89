import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  claimTokenPattern,
  formatClaimCode,
  isClaimTokenOf,
  makeClaimToken,
  parseClaimCode,
} from './claim-codes.ts';
import { linkCodePath, parseLinkCode } from './machine-links.ts';

const sign = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest();
const random = Uint8Array.from([0, 31, 32, 255, 8, 200, 17, 64]);
const token = makeClaimToken(12, random, sign('key of 12'));
const code = formatClaimCode({ machineId: 12, token });

test('a code is C, the machine number and twelve unambiguous characters', () => {
  expect(token).toMatch(new RegExp(claimTokenPattern));
  expect(code).toMatch(/^C12(-[2-9A-HJ-NP-Z]{4}){3}$/);
  expect(token.slice(0, 8)).toBe(makeClaimToken(13, random, sign('key of 13')).slice(0, 8));
  expect(() => makeClaimToken(12, random.slice(1), sign(''))).toThrow(RangeError);
});

test.each([
  ['as it is', code],
  ['in small letters', code.toLowerCase()],
  ['without separators', code.replaceAll('-', '')],
  ['with spaces and other dashes', ` ${code.replaceAll('-', ' ー ')} `],
  ['in full width', code.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))],
  ['as the link of the QR', `https://gym.example${linkCodePath(code)}`],
  ['as the link with more behind it', `https://gym.example${linkCodePath(code)}&from=qr#top`],
])('reads a code %s', (_how, text) => {
  expect(parseClaimCode(text)).toEqual({ machineId: 12, token });
});

test.each([
  '',
  'C',
  '12-123456',
  'C12-ABCD-EFGH',
  'C12-ABCD-EFGH-JKLMA',
  'C0-ABCD-EFGH-JKLM',
  'X'.repeat(3000),
])('rejects %s', (text) => {
  expect(parseClaimCode(text)).toBeNull();
});

test('no claim code is a link code, and no link code a claim code', () => {
  expect(parseLinkCode(code)).toBeNull();
  expect(parseLinkCode(linkCodePath(code))).toBeNull();
  expect(parseClaimCode('12-345678')).toBeNull();
});

test('the key of the machine verifies its codes', () => {
  expect(isClaimTokenOf({ machineId: 12, token }, sign('key of 12'))).toBe(true);
  expect(isClaimTokenOf({ machineId: 12, token }, sign('key of 13'))).toBe(false);
  expect(isClaimTokenOf({ machineId: 13, token }, sign('key of 12'))).toBe(false);
  const changed = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
  expect(isClaimTokenOf({ machineId: 12, token: changed }, sign('key of 12'))).toBe(false);
  expect(isClaimTokenOf({ machineId: 12, token: token.slice(1) }, sign('key of 12'))).toBe(false);
});
