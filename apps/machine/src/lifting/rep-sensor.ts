import { shortestRepMs } from './pace.ts';

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
