/** A prediction of the planned reps, and what came of it. */
export interface Prediction {
  readonly workoutTypeId: number;
  /** Chance from 0 to 1, from the workouts before. */
  readonly chance: number;
  readonly isReached: boolean;
}

export interface Outcomes {
  readonly count: number;
  /** Sum of the chances. */
  readonly expected: number;
  readonly reached: number;
}

/** Maximum number of predictions that are counted, the newest first. */
export const maxPredictions = 100;

/** Chances at which one group ends and the next begins. */
const groupEnds = [0.5, 0.7, 0.85, 1] as const;

export function countOutcomes(predictions: readonly Prediction[]): Outcomes {
  return {
    count: predictions.length,
    expected: predictions.reduce((sum, { chance }) => sum + chance, 0),
    reached: predictions.filter(({ isReached }) => isReached).length,
  };
}

/** Groups predictions by their chance. Empty groups are left out. */
export function groupByChance(predictions: readonly Prediction[]) {
  return groupEnds.flatMap((to, at) => {
    const from = groupEnds[at - 1] ?? 0;
    const own = predictions.filter(({ chance }) => chance >= from && (chance < to || to === 1));
    return own.length === 0 ? [] : [{ from, to, ...countOutcomes(own) }];
  });
}

/** A deviation is shown from so many predictions and standard deviations. */
const minDeviationCount = 5;
const deviationSds = 1.64;

/**
 * Returns whether clearly more or fewer predictions came true than expected. `null` while the
 * difference may be chance.
 */
export function findDeviation(predictions: readonly Prediction[]): 'more' | 'fewer' | null {
  const { count, expected, reached } = countOutcomes(predictions);
  const variance = predictions.reduce((sum, { chance }) => sum + chance * (1 - chance), 0);
  const isClear = Math.abs(reached - expected) > deviationSds * Math.sqrt(variance) + 0.5;
  if (count < minDeviationCount || !isClear) return null;
  return reached > expected ? 'more' : 'fewer';
}
