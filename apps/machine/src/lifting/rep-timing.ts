/** Reps below this are implausible to the server, whatever the speed of the show. */
export const shortestRepMs = 200;

/** Time-lapse: what is shortened really takes that short, so that times and durations agree. */
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

/** Makes durations of key presses: from one to the next, as far as that is a rep at all. */
export interface RepSensor {
  /** null: faster than anybody lifts, as from a key held down. */
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
