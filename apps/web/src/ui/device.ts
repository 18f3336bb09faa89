import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Returns whether the media query matches, for content that a stylesheet alone cannot leave out.
 */
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

/**
 * Keeps the screen on while it is viewed without being touched. Browsers release the lock with the
 * page.
 */
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
        // The browser may reject the lock, for example when the battery is low. The screen then
        // turns off as usual.
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

/** Vibrates in a pattern of milliseconds, where the device can. Browsers need a tap before. */
export function vibrate(pattern: readonly number[]): void {
  const { vibrate: shake, userActivation } = navigator as Partial<Navigator>;
  if (userActivation?.hasBeenActive === true) shake?.call(navigator, [...pattern]);
}

/** Vibrates when the state changes to `true` while the page is open. */
export function useVibrationWhen(is: boolean, pattern: readonly number[]): void {
  const was = useRef(is);
  useEffect(() => {
    if (is && !was.current) vibrate(pattern);
    was.current = is;
  }, [is, pattern]);
}

export const reducedMotion = '(prefers-reduced-motion: reduce)';
