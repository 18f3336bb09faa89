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
