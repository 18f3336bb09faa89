import { createRandom } from '@tanren/demo/random';
import { senseRep } from '@tanren/simulator/measures';
import type { LiftedSet } from '@tanren/domain/workouts/workouts';
import type { WorkoutSetRow } from '#db/schema/workouts.ts';
import { packMeasures } from '#modules/workouts/set-measures.ts';

interface World {
  /** Start of today at the gyms, so that nodes that start together make the same world. */
  readonly midnight: Date;
  readonly workouts: readonly {
    readonly id: number;
    readonly startedAt: Date;
    readonly endedAt: Date;
    readonly setCount: number;
  }[];
  readonly sets: readonly Pick<
    WorkoutSetRow,
    'workoutId' | 'position' | 'loadHg' | 'repLoadsHg' | 'repMs'
  >[];
}

/** Days before today whose workouts have measures. Older ones are of machines without them. */
const measuredDays = 28;
const nothing = {
  startMs: null,
  seat: null,
  repStartMs: null,
  repMeasures: null,
  failedReps: null,
};

/**
 * Adds what the machines measure since their newest software to the sets of the demo world, which
 * are in the order of their workouts.
 */
export function measureSets({ midnight, workouts, sets }: World): WorkoutSetRow[] {
  const since = midnight.getTime() - measuredDays * 24 * 60 * 60 * 1000;
  const random = createRandom(1);
  const rests = new Map(
    workouts
      .filter(({ startedAt }) => startedAt.getTime() >= since)
      .map(({ id, startedAt, endedAt }) => [id, endedAt.getTime() - startedAt.getTime()]),
  );
  for (const { workoutId, repMs } of sets) {
    const restMs = rests.get(workoutId);
    if (restMs !== undefined) rests.set(workoutId, restMs - repMs.reduce((sum, ms) => sum + ms, 0));
  }
  const setCounts = new Map(workouts.map(({ id, setCount }) => [id, setCount]));
  let atMs = 0;
  return sets.map((set) => {
    const { workoutId, position, repLoadsHg, repMs } = set;
    const restMs = rests.get(workoutId);
    if (restMs === undefined) return { ...set, ...nothing };
    const breaks = Math.max(1, (setCounts.get(workoutId) ?? 1) - 1);
    atMs = position === 0 ? 0 : atMs + Math.floor(restMs / breaks);
    const startMs = atMs;
    const reps: LiftedSet['reps'] = repLoadsHg.map((loadHg, at) => {
      const ms = repMs[at] ?? 0;
      const rep = { loadHg, ms, startMs: atMs, ...senseRep(ms, random.next) };
      atMs += ms;
      return rep;
    });
    return { ...set, ...nothing, ...packMeasures({ ...set, reps, startMs, seat: 4 }) };
  });
}
