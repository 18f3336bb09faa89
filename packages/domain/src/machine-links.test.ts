import { expect, it } from 'vitest';
import { isIdle, releasesAt } from './machine-links.ts';

const active = new Date('2026-03-20T10:00:00Z');

it('is idle from the moment it is released, ten minutes after the last rep', () => {
  expect(releasesAt(active)).toEqual(new Date('2026-03-20T10:10:00Z'));
  expect(isIdle(active, new Date('2026-03-20T10:09:59.999Z'))).toBe(false);
  expect(isIdle(active, new Date('2026-03-20T10:10:00Z'))).toBe(true);
});
