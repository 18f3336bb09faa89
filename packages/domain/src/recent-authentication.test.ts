import { expect, test } from 'vitest';
import { isRecentlyAuthenticated } from './recent-authentication.ts';

const now = new Date('2025-08-15T03:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  [ago(0), true],
  [ago(600), true],
  [ago(601), false],
  // The clock of another node may be a little ahead.
  [ago(-5), true],
  [undefined, false],
])('a password of %s counts: %s', (authenticatedAt, counts) => {
  expect(isRecentlyAuthenticated(authenticatedAt, now)).toBe(counts);
});
