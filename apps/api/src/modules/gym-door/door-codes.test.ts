import { expect, test } from 'vitest';
import { listDoorCodes } from './gym-door.service.ts';

/** The secret of RFC 6238's own table, whose steps are half as long as ours. */
const secret = Buffer.from('12345678901234567890');

/** Our moment at which the counter is the one the table has at its own. */
const sameStep = (seconds: number) => new Date(seconds * 2 * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of the RFC at %d', (seconds, passcode) => {
  const now = sameStep(seconds);
  const [present] = listDoorCodes(secret, now, new Date(now.getTime() + 1));
  expect(present?.passcode).toBe(passcode);
});

test('one for each minute until then, without a gap', () => {
  const now = new Date('2026-04-01T03:00:40Z');
  const until = new Date('2026-04-01T03:04:00Z');
  const codes = listDoorCodes(secret, now, until);
  expect(codes.map(({ validFrom }) => validFrom.toISOString())).toEqual([
    '2026-04-01T03:00:00.000Z',
    '2026-04-01T03:01:00.000Z',
    '2026-04-01T03:02:00.000Z',
    '2026-04-01T03:03:00.000Z',
  ]);
  expect(codes.slice(1).map(({ validFrom }) => validFrom)).toEqual(
    codes.slice(0, -1).map(({ validUntil }) => validUntil),
  );
  expect(codes.at(-1)?.validUntil).toEqual(until);
  expect(listDoorCodes(secret, until, until)).toEqual([]);
});

test('the last one ends with the reservation', () => {
  const until = new Date('2026-04-01T03:00:20Z');
  const codes = listDoorCodes(secret, new Date('2026-04-01T03:00:10Z'), until);
  expect(codes).toMatchObject([{ validUntil: until }]);
});
