import { useCallback, useSyncExternalStore } from 'react';

/** Milliseconds to add to this device's clock to get the server's time. */
let offset = 0;
/** Whether an answer has given the time since the page was loaded. */
let isNoted = false;

/**
 * Tolerance in milliseconds. The Date header has whole seconds, so a smaller difference may be no
 * error.
 */
const slackMs = 2_000;

/**
 * Records the server's time, because the clocks of many phones are minutes off. The Date header of
 * an API answer lies between request and answer. A clock that is about right is not corrected, so
 * that times on the screen do not jump with every call.
 */
export function recordServerTime(
  date: string | null,
  requestedAt: number,
  answeredAt: number,
): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  isNoted = true;
  // The middle of the named second is the best estimate.
  const measured = serverTime + 500 - (requestedAt + answeredAt) / 2;
  const uncertain = slackMs + Math.abs(answeredAt - requestedAt) / 2;
  if (Math.abs(measured) <= uncertain) offset = 0;
  else if (Math.abs(measured - offset) > uncertain) offset = measured;
}

/**
 * Restores the offset that was stored with an answer. It applies until a new answer gives the time.
 */
export function restoreServerTime(aheadMs: number): void {
  if (!isNoted) offset = aheadMs;
}

/** Returns the milliseconds by which the server's clock is ahead of this device's. */
export function serverAheadMs(): number {
  return offset;
}

/** Returns the server's time, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Converts a time of this device's clock to the server's time. */
export function toServerTime(deviceTime: number): number {
  return deviceTime + offset;
}

/** Returns the server's time in whole steps of `ms`, and renders again at each step. */
export function useNow(ms: number): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, ms);
      return () => {
        clearInterval(timer);
      };
    },
    [ms],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / ms) * ms);
}
