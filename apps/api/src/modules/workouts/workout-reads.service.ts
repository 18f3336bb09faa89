import type { Workout, WorkoutDetail, WorkoutSet } from '@tanren/contract/workouts/workouts';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { describeEstimate } from '@tanren/domain/workouts/one-rep-max';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { listMarks } from '@tanren/domain/workouts/workout-records';
import type { LiftedRep } from '@tanren/domain/workouts/workouts';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import type { WorkoutRow, WorkoutSetRow } from '#db/schema/workouts.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import { unpackSet } from './set-measures.ts';
import {
  type ListedWorkout,
  selectLastSeat,
  selectLatestWorkout,
  selectNewestWorkouts,
  selectSets,
  selectWorkout,
  type WorkoutWithPrevious,
} from './workout-reads.store.ts';

interface PageRequest {
  readonly sub: string;
  readonly workoutTypeId: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

export async function readWorkoutPage(
  db: Queryable,
  { sub, workoutTypeId, cursor, limit }: PageRequest,
): Promise<Page<ListedWorkout>> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  const filter = { sub, workoutTypeId, from, limit: limit + 1 };
  return cutPage(await selectNewestWorkouts(db, filter), limit);
}

interface WholeWorkout extends WorkoutWithPrevious {
  readonly sets: readonly WorkoutSetRow[];
  readonly previousSets: readonly WorkoutSetRow[];
}

export async function readWorkout(db: Queryable, sub: string, id: number): Promise<WholeWorkout> {
  return await complete(db, await selectWorkout(db, sub, id));
}

export async function readLatestWorkout(db: Queryable, sub: string): Promise<WholeWorkout> {
  return await complete(db, await selectLatestWorkout(db, sub));
}

async function complete(
  db: Queryable,
  [found]: readonly WorkoutWithPrevious[],
): Promise<WholeWorkout> {
  if (found === undefined) throw new AppError('not_found');
  const { workout, previous } = found;
  const all = await selectSets(db, previous === null ? [workout.id] : [workout.id, previous.id]);
  return {
    ...found,
    sets: all.filter(({ workoutId }) => workoutId === workout.id),
    previousSets: all.filter(({ workoutId }) => workoutId === previous?.id),
  };
}

export function toWorkout(row: Omit<ListedWorkout, 'micros'>): Workout {
  const marks = listMarks(row);
  const workout: Workout = {
    id: row.id,
    workoutTypeId: row.workoutTypeId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    gymDay: row.gymDay,
    max: toKilograms(row.maxHg),
    tfo: toKilograms(row.tfoHg),
    setCount: row.setCount,
    repCount: row.repCount,
    personalBests: listPersonalBests(row),
  };
  return marks.length === 0 ? workout : { ...workout, marks };
}

type BestFlags = Pick<WorkoutRow, 'isMaxBest' | 'isTfoBest' | 'isOneRepMaxBest'>;

export function listPersonalBests(row: BestFlags): PersonalBestKind[] {
  const kinds: PersonalBestKind[] = [];
  if (row.isMaxBest) kinds.push('max');
  if (row.isTfoBest) kinds.push('tfo');
  if (row.isOneRepMaxBest) kinds.push('oneRepMax');
  return kinds;
}

export function toWorkoutDetail(whole: WholeWorkout): WorkoutDetail {
  const { workout, previous, session, sets, previousSets, dayMaxHg } = whole;
  return {
    ...toWorkout(workout),
    sets: sets.map(toWorkoutSet),
    estimatedOneRepMax: describeEstimate(workout.oneRepMaxHg, workout.oneRepMaxReps, dayMaxHg),
    previous: previous && {
      id: previous.id,
      startedAt: previous.startedAt.toISOString(),
      gymDay: previous.gymDay,
      max: toKilograms(previous.maxHg),
      tfo: toKilograms(previous.tfoHg),
      sets: previousSets.map(toWorkoutSet),
    },
    trainingSessionId: session?.id ?? null,
    trainingSessionTitle: session?.title ?? null,
    correction: describeCorrection(workout),
  };
}

/** Returns `null` for a machine that does not know its seat, without a query. */
export async function findLastSeat(
  db: Queryable,
  sub: string,
  machine: MachineRow,
): Promise<number | null> {
  if (machine.description?.measures.includes('seat') !== true) return null;
  const [found] = await selectLastSeat(db, sub, machine);
  return found?.seat ?? null;
}

export function describeCorrection(row: WorkoutRow): WorkoutDetail['correction'] {
  const { correctedAt, correctionReason, correctionState } = row;
  if (correctedAt === null) return null;
  const correction = { correctedAt: correctedAt.toISOString(), reason: correctionReason ?? '' };
  return correctionState === null ? correction : { ...correction, by: 'member' };
}

export function toWorkoutSet(row: WorkoutSetRow): WorkoutSet {
  const { loadHg, reps, failedReps, ...measures } = unpackSet(row);
  return {
    loadKg: toKilograms(loadHg),
    reps: reps.map(toWorkoutRep),
    ...(failedReps !== undefined && { failedReps: failedReps.map(toWorkoutRep) }),
    ...measures,
  };
}

function toWorkoutRep({ loadHg, ...rep }: LiftedRep): WorkoutSet['reps'][number] {
  return { loadKg: toKilograms(loadHg), ...rep };
}
