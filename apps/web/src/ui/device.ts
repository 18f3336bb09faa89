import { useEffect, useSyncExternalStore } from 'react';

/** Whether the screen is as described: for what a stylesheet alone cannot leave out. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => {
        list.removeEventListener('change', onChange);
      };
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The screen stays on while it is looked at without being touched. Browsers drop it with the page. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wanted || wakeLock === undefined) return undefined;
    let sentinel: WakeLockSentinel | null = null;
    let ended = false;
    const take = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock.request('screen').then(
        (taken) => {
          if (ended) void taken.release();
          else sentinel = taken;
        },
        // Refused, for example when the battery is low: the screen goes dark as usual.
        () => {},
      );
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', take);
      void sentinel?.release();
    };
  }, [wanted]);
}
