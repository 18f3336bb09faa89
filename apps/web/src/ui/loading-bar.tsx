import { useSyncExternalStore } from 'react';
import { createLoadingIndicator } from './loading-indicator.ts';
import classes from './loading-bar.module.css';

export const loadingIndicator = createLoadingIndicator({
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
  nextFrame(run) {
    const frame = requestAnimationFrame(run);
    return () => {
      cancelAnimationFrame(frame);
    };
  },
});

export function LoadingBar() {
  const { isLoading, progress } = useSyncExternalStore(
    loadingIndicator.subscribe,
    loadingIndicator.getState,
    loadingIndicator.getState,
  );
  return (
    <div
      className={classes.bar}
      data-loading={isLoading || undefined}
      style={{ transform: `scaleX(${String(progress / 100)})` }}
      aria-hidden
    />
  );
}
