import { describe, expect, it } from 'vitest';
import { createLoadingIndicator, estimateProgress, type LoadingClock } from './loading-bar.tsx';

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Creates a clock that advances only when the test does, with 16 ms frames. */
function createClock(): LoadingClock & { advance(ms: number): void } {
  let time = 0;
  let queue: Due[] = [];
  function schedule(at: number, run: () => void): () => void {
    const due = { at, run };
    queue.push(due);
    return () => {
      queue = queue.filter((other) => other !== due);
    };
  }
  return {
    now: () => time,
    after: (ms, run) => schedule(time + ms, run),
    nextFrame: (run) => schedule(time + 16, run),
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const [due] = queue.filter((other) => other.at <= end).toSorted((a, b) => a.at - b.at);
        if (!due) break;
        queue = queue.filter((other) => other !== due);
        time = due.at;
        due.run();
      }
      time = end;
    },
  };
}

describe('estimateProgress', () => {
  it.each([
    [0, 0],
    [1000, 50],
    [2000, 70.48],
    [4000, 84.4],
    [-5, 0],
  ])('after %i ms of 2000: %f %%', (elapsed, percent) => {
    expect(estimateProgress(elapsed, 2000)).toBeCloseTo(percent, 1);
  });

  it('never exceeds 100', () => {
    expect(estimateProgress(1e12, 2000)).toBeLessThanOrEqual(100);
  });
});

describe('createLoadingIndicator', () => {
  // spec 9.30
  it('stays hidden for a navigation under 200 ms', () => {
    const clock = createClock();
    const indicator = createLoadingIndicator(clock);
    const seen: boolean[] = [];
    indicator.subscribe(() => seen.push(indicator.getState().isLoading));
    indicator.start();
    clock.advance(199);
    indicator.finish();
    clock.advance(5000);
    expect(seen).not.toContain(true);
  });

  // spec 9.31
  it('appears after 200 ms and then follows the formula', () => {
    const clock = createClock();
    const indicator = createLoadingIndicator(clock);
    indicator.start();
    clock.advance(200);
    expect(indicator.getState()).toEqual({ isLoading: true, progress: 0 });
    clock.advance(1000);
    expect(indicator.getState().progress).toBeCloseTo(50, 0);
  });

  // spec 9.33, 9.34
  it('is full at once when finished, hides after 500 ms, resets 400 ms later', () => {
    const clock = createClock();
    const indicator = createLoadingIndicator(clock);
    indicator.start();
    clock.advance(700);
    indicator.finish();
    expect(indicator.getState()).toEqual({ isLoading: true, progress: 100 });
    clock.advance(499);
    expect(indicator.getState().isLoading).toBe(true);
    clock.advance(1);
    expect(indicator.getState()).toEqual({ isLoading: false, progress: 100 });
    clock.advance(399);
    expect(indicator.getState().progress).toBe(100);
    clock.advance(1);
    expect(indicator.getState()).toEqual({ isLoading: false, progress: 0 });
  });

  it('a new start cancels the planned steps of an earlier finish', () => {
    const clock = createClock();
    const indicator = createLoadingIndicator(clock);
    indicator.start();
    clock.advance(300);
    indicator.finish();
    clock.advance(100);
    indicator.start();
    clock.advance(600);
    expect(indicator.getState().isLoading).toBe(true);
    expect(indicator.getState().progress).toBeGreaterThan(0);
  });
});
