/** How somebody of a certain strength lifts: slower rep by rep, until one fails. */
interface Lifter {
  /** The reps they complete of those they want, by how long each takes. */
  readonly liftSet: (loadKg: number, wantedReps: number) => number[];
  readonly rest: (ms: number) => void;
}

const fastestRepMs = 1500;
const slowestRepMs = 4000;
/** Epley's: reps to failure grow by this for each share of strength that is spare. */
const epley = 30;
/** What a set to failure takes away, and how fast it comes back. */
const costOfFailure = 0.12;
const recoveryMs = 90_000;

/**
 * @param oneRepMaxKg what they could lift once when rested
 * @param random from 0 up to 1, nothing else is left to chance
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

/** Somebody whose next load is this can lift it about ten times. */
export function strengthFor(loadKg: number, random: () => number): number {
  const reps = 9 + random() * 5;
  return loadKg * (1 + reps / epley);
}

/** Somebody to whom that many reps are no trouble, tired as they may be. */
export function strengthToFinish(loadKg: number, reps: number): number {
  return 3 * Math.max(loadKg, 0.1) * (1 + reps / epley);
}

function repsToFailure(strengthKg: number, loadKg: number): number {
  if (loadKg > strengthKg) return 0;
  return Math.max(1, Math.floor(epley * (strengthKg / Math.max(loadKg, 0.1) - 1)));
}

/** The last reps before failure take the longest. */
function repMs(nearness: number, chance: number): number {
  const pace = fastestRepMs + (slowestRepMs - fastestRepMs) * Math.min(1, nearness) ** 2;
  const spread = 0.9 + chance * 0.2;
  return Math.round(Math.min(slowestRepMs, Math.max(fastestRepMs, pace * spread)));
}
