import type { RepMeasures } from './rep-measures.ts';

type TrendRep = Pick<RepMeasures, 'rangeMm' | 'meanVelocityMmPerS'>;

interface TrendSet {
  readonly reps: readonly TrendRep[];
}

/** What the measures of a workout show. `reps` is the number of reps at the end of the set. */
export type RepTrend =
  | { readonly kind: 'narrower'; readonly reps: number }
  | { readonly kind: 'slower'; readonly reps: number }
  | { readonly kind: 'even' };

/** Number of reps at the end of a set that are compared with those before them. */
const lastReps = 3;
/** Number of reps that must be before them. With fewer, one odd rep would decide. */
const minEarlierReps = 3;
/** Share of the earlier range and velocity below which the last reps differ. */
const narrowBelow = 0.88;
/** The last reps of a good set are slower anyway, so only a clear loss is named. */
const slowBelow = 0.65;

/**
 * Compares the last reps of the last long set with the reps before them. A narrower range matters
 * more than a lower speed, because it means that the load was not moved all the way. Returns `null`
 * when no set has enough measured reps.
 */
export function findRepTrend(sets: readonly TrendSet[]): RepTrend | null {
  for (const { reps } of sets.toReversed()) {
    const range = compareEnd(reps.map(({ rangeMm }) => rangeMm));
    const velocity = compareEnd(reps.map(({ meanVelocityMmPerS }) => meanVelocityMmPerS));
    if (range === null && velocity === null) continue;
    if (range !== null && range < narrowBelow) return { kind: 'narrower', reps: lastReps };
    if (velocity !== null && velocity < slowBelow) return { kind: 'slower', reps: lastReps };
    return range === null ? null : { kind: 'even' };
  }
  return null;
}

/** Returns the mean of the last values as a share of the mean of the values before them. */
function compareEnd(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length || known.length < lastReps + minEarlierReps) return null;
  const earlier = average(known.slice(0, -lastReps));
  return earlier === 0 ? null : average(known.slice(-lastReps)) / earlier;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface TimedSet {
  readonly startMs?: number;
  readonly reps: readonly { readonly startMs?: number; readonly ms: number }[];
}

/**
 * Returns the rests between the sets in milliseconds. Returns `null` when the machine did not
 * measure the time of every set.
 */
export function listRests(sets: readonly TimedSet[]): number[] | null {
  const rests: number[] = [];
  for (const [at, { startMs }] of sets.entries()) {
    if (startMs === undefined) return null;
    const before = sets[at - 1]?.reps.at(-1);
    if (at === 0) continue;
    if (before?.startMs === undefined) return null;
    rests.push(Math.max(0, startMs - before.startMs - before.ms));
  }
  return rests.length === 0 ? null : rests;
}
