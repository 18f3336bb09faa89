import { vi } from 'vitest';

/**
 * Replaces the clock of the page. Time passes by itself, and `vi.advanceTimersByTime` moves it
 * forward. Animation frames stay real, because minutes of them would be drawn one by one.
 */
export function takeClock(at = new Date()): void {
  vi.useFakeTimers({
    now: at,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}

/**
 * Moves the clock forward at once. Countdowns update, but timers that were due in between do not
 * run.
 */
export async function jump(minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000 - 500);
  await vi.advanceTimersByTimeAsync(500);
}
