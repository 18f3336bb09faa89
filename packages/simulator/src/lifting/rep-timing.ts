/** Minimum duration of a rep at any speed. The server rejects shorter ones as implausible. */
export const shortestRepMs = 200;

/**
 * Shortens durations at a higher speed. The real waits are shortened as well, so that times and
 * durations agree.
 */
export interface Pace {
  readonly repMs: (ms: number) => number;
  readonly restMs: (ms: number) => number;
}

export function createPace(speed: number): Pace {
  return {
    repMs: (ms) => Math.max(shortestRepMs, Math.round(ms / speed)),
    restMs: (ms) => Math.round(ms / speed),
  };
}

/**
 * Measures the duration of a rep as the time between two key presses, within the limits of a rep.
 */
export interface RepSensor {
  /**
   * Returns the duration of a rep in milliseconds. `null` when presses are faster than any rep,
   * like from a key that is held down.
   */
  readonly measure: () => number | null;
}

const usualRepMs = 2000;
const longestRepMs = 4000;

export function createRepSensor(now: () => Date): RepSensor {
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    measure: () => {
      const at = now().getTime();
      const since = at - lastAt;
      if (since < shortestRepMs) return null;
      lastAt = at;
      return since > longestRepMs ? usualRepMs : since;
    },
  };
}
