import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordServerTime, serverNow, toServerTime } from './server-time.ts';

const now = Date.parse('2026-04-01T03:00:00.400Z');
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  recordServerTime(new Date(now).toUTCString(), now, now);
  vi.useRealTimers();
});

/** Records an answer that took `tookMs`, from a server whose clock is ahead by `aheadMs`. */
function hear(aheadMs: number, tookMs = 100): void {
  const date = new Date(Date.now() - tookMs / 2 + aheadMs).toUTCString();
  recordServerTime(date, Date.now() - tookMs, Date.now());
}

it.each([10 * minute, -10 * minute])('corrects a clock that is %i ms off', (ahead) => {
  hear(ahead);
  expect(Math.abs(serverNow() - (now + ahead))).toBeLessThanOrEqual(500);
  expect(toServerTime(now - minute)).toBe(serverNow() - minute);
});

it('does not correct a nearly right clock, and the known offset does not jump', () => {
  hear(1_200);
  expect(serverNow()).toBe(now);
  hear(10 * minute);
  const known = serverNow();
  hear(10 * minute + 900);
  // A slow answer is imprecise.
  hear(10 * minute + 4_000, 8_000);
  expect(serverNow()).toBe(known);
});

it('adapts to a clock that was corrected', () => {
  hear(10 * minute);
  hear(0);
  expect(serverNow()).toBe(now);
});

it.each([null, '', 'soon'])('ignores the header %j', (date) => {
  recordServerTime(date, now, now);
  expect(serverNow()).toBe(now);
});
