import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time in whole steps of `ms`, told anew at each. */
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
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / ms) * ms);
}
