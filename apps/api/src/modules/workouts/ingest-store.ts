import type { PersonalBestKind } from '@tanren/domain/personal-bests';
import type { Transaction } from '#db/database.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { rebuildBests, updateBests } from './workout-bests.ts';
import type { StoredOutcome } from './ingest-message.ts';
import { type AcceptedWorkout, type PlannedWorkout, planIngest } from './ingest-plan.ts';
import { placeInRuns } from './ingest-runs.ts';
import { insertWorkouts, takeWorkoutIds, touchLinks } from './workouts.store.ts';

/** Live messages note the same activity; only what adds something is written. */
const touchToleranceMs = 30_000;

/** The bests of every member and type among them are there and locked. */
export async function storeAccepted(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
  rows: readonly WorkoutBestRow[],
  now: Date,
): Promise<StoredOutcome[]> {
  if (accepted.length === 0) return [];
  const ids = await takeWorkoutIds(tx, accepted.length);
  const placed = await placeInRuns(tx, accepted);
  const { planned, bests, late } = planIngest(placed, ids, rows);
  await insertPlanned(tx, planned);
  await updateBests(tx, bests);
  const rebuilt = new Map<number, PersonalBestKind[]>();
  for (const pair of late) {
    for (const [id, beaten] of await rebuildBests(tx, pair)) rebuilt.set(id, beaten);
  }
  await touchLinks(tx, listActivities(accepted, now));
  return planned.map(({ id, workout, link, summary, beaten }) => ({
    result: 'stored',
    machineId: workout.machineId,
    workoutUuid: workout.workoutUuid,
    connectionId: workout.connectionId,
    sub: link.sub,
    workoutId: id,
    workoutTypeId: link.workoutTypeId,
    maxHg: summary.maxHg,
    tfoHg: summary.tfoHg,
    personalBests: rebuilt.get(id) ?? beaten,
  }));
}

async function insertPlanned(tx: Transaction, planned: readonly PlannedWorkout[]): Promise<void> {
  // Two nodes that store the same foreign uuids meet in the same order.
  const inOrder = planned.toSorted((a, b) =>
    a.workout.workoutUuid < b.workout.workoutUuid ? -1 : 1,
  );
  // Taken up again in parts, each finds what was stored meanwhile.
  if ((await insertWorkouts(tx, inOrder)) < planned.length) {
    throw new Error('a workout was stored elsewhere a moment ago');
  }
}

/** By link, when it was last used as far as these workouts tell. */
function listActivities(accepted: readonly AcceptedWorkout[], now: Date) {
  const latest = new Map<string, Date>();
  for (const { workout, link } of accepted) {
    const at = workout.endedAt < now ? workout.endedAt : now;
    const known = latest.get(link.connectionId) ?? link.lastActiveAt;
    const isNews = at.getTime() > known.getTime() + touchToleranceMs;
    if (link.endedAt === null && isNews) latest.set(link.connectionId, at);
  }
  return [...latest].map(([connectionId, at]) => ({ connectionId, at }));
}
