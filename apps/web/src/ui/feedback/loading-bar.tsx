import { useSyncExternalStore } from 'react';
import classes from './loading.module.css';

/** Durations in milliseconds. The height of the bar is in styles/tokens.css. */
const timing = { throttle: 200, duration: 2000, hideDelay: 500, resetDelay: 400 };

interface LoadingState {
  readonly isLoading: boolean;
  readonly progress: number;
}

/** Source of the time, so that a test can stop it. */
export interface LoadingClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
  nextFrame(run: () => void): () => void;
}

/**
 * Returns a progress in percent that rises fast, then slower, and never reaches the end by itself.
 */
export function estimateProgress(elapsed: number, duration: number): number {
  const percent = (elapsed / duration) * 100;
  return Math.min(100, Math.max(0, (2 / Math.PI) * 100 * Math.atan(percent / 50)));
}

interface LoadingIndicator {
  readonly start: () => void;
  readonly finish: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => LoadingState;
}

export function createLoadingIndicator(clock: LoadingClock): LoadingIndicator {
  let state: LoadingState = { isLoading: false, progress: 0 };
  let cancelPending = () => {};
  const listeners = new Set<() => void>();

  function set(next: LoadingState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function animate(startedAt: number): void {
    cancelPending = clock.nextFrame(() => {
      set({
        isLoading: true,
        progress: estimateProgress(clock.now() - startedAt, timing.duration),
      });
      animate(startedAt);
    });
  }

  function start(): void {
    cancelPending();
    set({ isLoading: false, progress: 0 });
    cancelPending = clock.after(timing.throttle, () => {
      set({ isLoading: true, progress: 0 });
      animate(clock.now());
    });
  }

  function hide(): void {
    set({ ...state, isLoading: false });
    cancelPending = clock.after(timing.resetDelay, () => {
      set({ isLoading: false, progress: 0 });
    });
  }

  function finish(): void {
    cancelPending();
    set({ ...state, progress: 100 });
    cancelPending = clock.after(timing.hideDelay, hide);
  }

  return {
    start,
    finish,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
  };
}

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
