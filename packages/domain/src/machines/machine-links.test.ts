import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatLinkCode,
  isIdle,
  linkCodePath,
  parseLinkCode,
  releasesAt,
} from './machine-links.ts';
import { anyText } from '#testing/any-text.ts';

const code = { machineId: 12, timeCode: '045678' };

it.each([
  '12-045678',
  ' 12 - 045678\n',
  '12 045678',
  '12045678',
  '１２－０４５６７８',
  '12−045678',
  '12ー045678',
  '12ｰ045678',
  '１２　０４５ ６７８',
  '12‐045678',
  '12–045678',
  '/tanren-link?code=12-045678',
  'https://gym.example/tanren-link?code=12-045678',
  'http://localhost:3000/tanren-link?from=qr&code=12%2D045678#top',
])('reads %j', (text) => {
  expect(parseLinkCode(text)).toEqual(code);
});

it.each([
  '',
  '12-04567',
  '12-0456789x',
  '0-045678',
  '012-045678',
  '-045678',
  '045678',
  '12--045678',
  '12-045678-1',
  '1234567890-045678',
  'abc',
  '/tanren-link',
  '/tanren-link?code=',
  '/tanren-link?code=%E0%A4%A',
  `12-045678${' '.repeat(5000)}`,
])('rejects %j', (text) => {
  expect(parseLinkCode(text)).toBeNull();
});

const codes = fc.record({
  machineId: fc.integer({ min: 1, max: 999_999_999 }),
  timeCode: fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, '0')),
});

it('reads what a machine shows, as text and as link', () => {
  expect(formatLinkCode(12, '045678')).toBe('12-045678');
  expect(linkCodePath('12-045678')).toBe('/tanren-link?code=12-045678');
  fc.assert(
    fc.property(codes, ({ machineId, timeCode }) => {
      const shown = formatLinkCode(machineId, timeCode);
      expect(parseLinkCode(shown)).toEqual({ machineId, timeCode });
      expect(parseLinkCode(linkCodePath(shown))).toEqual({ machineId, timeCode });
    }),
  );
});

it('never throws, and returns only valid codes', () => {
  const pieces = fc.constantFrom('1', '０', '-', 'ー', ' ', '%', '&', '#', '/tanren-link?code=');
  const garbage = fc.oneof(
    anyText(),
    fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      const read = parseLinkCode(text);
      if (read === null) return;
      expect(read.timeCode).toMatch(/^\d{6}$/);
      expect(parseLinkCode(formatLinkCode(read.machineId, read.timeCode))).toEqual(read);
    }),
  );
});

const active = new Date('2026-03-20T10:00:00Z');

it('is idle ten minutes after the last rep, when it is released', () => {
  expect(releasesAt(active)).toEqual(new Date('2026-03-20T10:10:00Z'));
  expect(isIdle(active, new Date('2026-03-20T10:09:59.999Z'))).toBe(false);
  expect(isIdle(active, new Date('2026-03-20T10:10:00Z'))).toBe(true);
});
