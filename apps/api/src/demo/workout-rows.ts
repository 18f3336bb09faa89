import type { WorkoutBestRow, WorkoutRow, WorkoutSetRow } from '#db/schema/workouts.ts';
import { addToBests } from '#modules/workouts/workout-bests.ts';
import type { DemoWorkout } from './train-year.ts';

export interface WorkoutRows {
  readonly workouts: WorkoutRow[];
  readonly sets: WorkoutSetRow[];
  readonly bests: WorkoutBestRow[];
}

/** What the tables would hold had each workout arrived when it was done, in that order. */
export function makeWorkoutRows(done: readonly DemoWorkout[]): WorkoutRows {
  const inOrder = done.toSorted(
    (a, b) =>
      a.startedAt.getTime() - b.startedAt.getTime() || (a.workoutUuid < b.workoutUuid ? -1 : 1),
  );
  const bestRows = new Map<string, WorkoutBestRow>();
  const rows: WorkoutRows = { workouts: [], sets: [], bests: [] };
  for (const [index, workout] of inOrder.entries()) {
    const { workoutUuid, sub, machine, startedAt, endedAt, summary } = workout;
    const { workoutTypeId } = machine;
    const id = index + 1;
    const key = `${sub}/${workoutTypeId}`;
    const { bests, beaten } = addToBests(bestRows.get(key) ?? null, { id, startedAt, ...summary });
    bestRows.set(key, { sub, workoutTypeId, ...bests });
    rows.workouts.push({
      id,
      workoutUuid,
      sub,
      workoutTypeId,
      machineId: machine.id,
      gymId: machine.gymId,
      sessionRunId: null,
      startedAt,
      endedAt,
      ...summary,
      isMaxBest: beaten.includes('max'),
      isTfoBest: beaten.includes('tfo'),
      isOneRepMaxBest: beaten.includes('oneRepMax'),
      correctedAt: null,
      correctionReason: null,
    });
    for (const [position, set] of workout.sets.entries()) {
      rows.sets.push({ workoutId: id, position, ...set });
    }
  }
  rows.bests.push(...bestRows.values());
  return rows;
}
