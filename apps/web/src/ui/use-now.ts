import { useCallback, useSyncExternalStore } from 'react';

/** The time in whole steps of `ms`, told anew at each. */
export function useNow(ms: number): number {
  const subscribe = useCallback(
    (tell: () => void) => {
      const timer = setInterval(tell, ms);
      return () => {
        clearInterval(timer);
      };
    },
    [ms],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / ms) * ms);
}
