import { onTestFinished, vi } from 'vitest';

/**
 * The program's repeated tasks come by intervals of seconds. From this call on, intervals run only
 * when the returned function moves them, a minute at a time.
 */
export function moveTaskTimers(): () => Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  return async () => {
    await vi.advanceTimersByTimeAsync(60_000);
  };
}
