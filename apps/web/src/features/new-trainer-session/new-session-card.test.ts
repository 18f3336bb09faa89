import { expect, test } from 'vitest';
import { findNewSession } from './new-session-card.tsx';

const now = Date.parse('2026-05-31T03:00:00Z');
const run = { title: '済んだもの', lastRunAt: '2026-05-30T03:00:00Z' };
const fresh = { title: '新しいもの', lastRunAt: null, updatedAt: '2026-05-20T03:00:00Z' };
const older = { title: 'その前', lastRunAt: null, updatedAt: '2026-05-10T03:00:00Z' };

test('is the first that was never run', () => {
  const ran = { ...run, updatedAt: '2026-05-29T03:00:00Z' };
  expect(findNewSession([ran, fresh, older], now)).toBe(fresh);
});

test('is none where all were run, or there are none', () => {
  expect(findNewSession([{ ...fresh, ...run }], now)).toBeNull();
  expect(findNewSession([], now)).toBeNull();
});

test('is new for thirty days', () => {
  const updatedAt = '2026-05-01T03:00:00.000Z';
  expect(findNewSession([{ ...fresh, updatedAt }], now)).not.toBeNull();
  expect(findNewSession([{ ...fresh, updatedAt }], now + 1)).toBeNull();
});

test('is one of a device whose clock is behind the server’s, too', () => {
  expect(findNewSession([fresh], Date.parse(fresh.updatedAt) - 60_000)).toBe(fresh);
});
