import { vi } from 'vitest';

/**
 * The page's time goes on by itself and can be moved forward by `vi.advanceTimersByTime`.
 * Frames stay the browser's own: minutes of them would be drawn one by one.
 */
export function takeClock(at = new Date()): void {
  vi.useFakeTimers({
    now: at,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}

/** So much later at once: what counts down looks again, nothing that was due meanwhile is done. */
export async function jump(minutes: number): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000 - 500);
  await vi.advanceTimersByTimeAsync(500);
}
