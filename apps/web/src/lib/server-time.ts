import { useCallback, useSyncExternalStore } from 'react';

/** Added to this device's clock it gives the server's. */
let offset = 0;
/** Whether an answer has told the time since the page was loaded. */
let isNoted = false;

/** The header tells whole seconds; below this a clock may well be right. */
const slackMs = 2_000;

/**
 * Many phones are minutes off. Each answer of the API tells the server's time by its Date header,
 * somewhere between question and answer. A clock that is about right is left alone, so that times
 * on the screen do not jump with every call.
 */
export function noteServerTime(date: string | null, requestedAt: number, answeredAt: number): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  isNoted = true;
  // In the middle of the second that it names.
  const measured = serverTime + 500 - (requestedAt + answeredAt) / 2;
  const uncertain = slackMs + Math.abs(answeredAt - requestedAt) / 2;
  if (Math.abs(measured) <= uncertain) offset = 0;
  else if (Math.abs(measured - offset) > uncertain) offset = measured;
}

/** How far ahead the server's clock was when something was kept: good until an answer tells. */
export function recallServerTime(aheadMs: number): void {
  if (!isNoted) offset = aheadMs;
}

/** How far the server's clock is ahead of this device's. */
export function serverAheadMs(): number {
  return offset;
}

/** What the server's clock shows, as far as it is known. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** A moment that this device's clock has noted. */
export function toServerTime(deviceTime: number): number {
  return deviceTime + offset;
}

/** The server's time in whole steps of `ms`, told anew at each. */
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
