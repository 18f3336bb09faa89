/** Simulates how a person of a certain strength lifts: slower with each rep, until one fails. */
interface Lifter {
  /** Returns the durations of the completed reps, at most as many as wanted. */
  readonly liftSet: (loadKg: number, wantedReps: number) => number[];
  readonly rest: (ms: number) => void;
}

const fastestRepMs = 1500;
const slowestRepMs = 4000;
/** Constant of Epley's formula, which relates spare strength to the number of reps to failure. */
const epley = 30;
/** Share of strength that a set to failure costs, and the time in which it recovers. */
const costOfFailure = 0.12;
const recoveryMs = 90_000;

/**
 * @param oneRepMaxKg the load that the person can lift once when rested
 * @param random returns a number from 0 up to 1, and is the only source of randomness
 */
export function createLifter(oneRepMaxKg: number, random: () => number): Lifter {
  let fatigue = 0;
  return {
    liftSet: (loadKg, wantedReps) => {
      const toFailure = repsToFailure(oneRepMaxKg * (1 - fatigue), loadKg);
      const done = Math.min(wantedReps, toFailure);
      const effort = toFailure === 0 ? 1 : done / toFailure;
      fatigue = Math.min(0.5, fatigue + costOfFailure * effort);
      return Array.from({ length: done }, (_, index) =>
        repMs((index + 1) / Math.max(1, toFailure), random()),
      );
    },
    rest: (ms) => {
      fatigue *= Math.exp(-ms / recoveryMs);
    },
  };
}

/**
 * Returns the strength of a person who can lift this load about ten times. A load above the
 * person's recent best, which may be `null`, is harder, so that loads do not grow without end.
 */
export function strengthFor(
  loadKg: number,
  recentBestKg: number | null,
  random: () => number,
): number {
  const isNew = recentBestKg !== null && loadKg > recentBestKg;
  const reps = isNew ? 6 + random() * 4 : 9 + random() * 5;
  return loadKg * (1 + reps / epley);
}

/** Returns the strength of a person who can easily do that many reps, even when tired. */
export function strengthToFinish(loadKg: number, reps: number): number {
  return 3 * Math.max(loadKg, 0.1) * (1 + reps / epley);
}

function repsToFailure(strengthKg: number, loadKg: number): number {
  if (loadKg > strengthKg) return 0;
  return Math.max(1, Math.floor(epley * (strengthKg / Math.max(loadKg, 0.1) - 1)));
}

/** Returns the duration of a rep. The last reps before failure take the longest. */
function repMs(nearness: number, chance: number): number {
  const pace = fastestRepMs + (slowestRepMs - fastestRepMs) * Math.min(1, nearness) ** 2;
  const spread = 0.9 + chance * 0.2;
  return Math.round(Math.min(slowestRepMs, Math.max(fastestRepMs, pace * spread)));
}
