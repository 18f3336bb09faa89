import {
  addToBests,
  type Bests,
  type PersonalBestKind,
} from '@tanren/domain/workouts/personal-bests';
import {
  addStrength,
  noStrength,
  type StoredStrength,
  type StrengthColumns,
} from '@tanren/domain/workouts/strength-chain';
import type { WorkoutSummary } from '@tanren/domain/workouts/workouts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import type { MemberType } from '#modules/workouts/member-type.ts';
import type { BoutOwner, LiftedBout } from './ingest-message.ts';

export interface AcceptedWorkout {
  readonly workout: LiftedBout;
  readonly link: BoutOwner;
  readonly summary: WorkoutSummary;
}

/**
 * An accepted workout with its gym day and the run of the menu it was done in. `sessionRunId` is
 * `null` when no run was under way.
 */
export interface PlacedWorkout extends AcceptedWorkout {
  readonly gymDay: string;
  readonly sessionRunId: number | null;
  /** Reps that this run asked for. `null` without a run. */
  readonly plannedReps: number | null;
  /** Strength before the batch, as it is stored. */
  readonly known: StoredStrength | null;
  /** Offset of the machine. `null` while none is known. */
  readonly machineOffset: number | null;
}

export interface PlannedWorkout extends PlacedWorkout {
  readonly id: number;
  readonly beaten: PersonalBestKind[];
  readonly strength: StrengthColumns;
}

interface MemberStrength extends MemberType, StoredStrength {}

interface IngestPlan {
  readonly planned: PlannedWorkout[];
  readonly bests: WorkoutBestRow[];
  readonly strengths: MemberStrength[];
  /**
   * Members and types for which an older workout arrived, or whose strength lacks a workout that the
   * previous release stored. Their bests, flags and strength are recomputed.
   */
  readonly late: MemberType[];
}

/** Plans the rows to write, from new ids and the present bests of all members of the batch. */
export function planIngest(
  workouts: readonly PlacedWorkout[],
  ids: readonly number[],
  rows: readonly WorkoutBestRow[],
): IngestPlan {
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  const reached = new Map<string, Bests>();
  const strengths = new Map<string, StoredStrength | null>();
  const late = new Map<string, MemberType>();
  const planned = workouts.toSorted(byTime).map((one, index) => {
    const { workout, link, summary } = one;
    const id = ids[index];
    if (id === undefined) throw new Error('there are fewer ids than workouts');
    const key = keyOf(link);
    const before = reached.get(key) ?? startFrom(present.get(key));
    const { startedAt } = workout;
    const strong = strengths.get(key) ?? one.known;
    const isStale = (strong?.workoutId ?? null) !== (before?.lastWorkoutId ?? null);
    if (isStale || (before !== null && startedAt < before.lastAt)) late.set(key, link);
    const { bests, beaten } = addToBests(before, { id, startedAt, ...summary });
    reached.set(key, bests);
    const { machineId, sets } = workout;
    const { workoutTypeId } = link;
    const { plannedReps, machineOffset } = one;
    const lifted = { id, machineId, workoutTypeId, startedAt, sets, plannedReps, machineOffset };
    const added = late.has(key) ? null : addStrength(strong, lifted);
    strengths.set(key, added?.stored ?? null);
    return { id, beaten, strength: added?.columns ?? noStrength, ...one };
  });
  const inTime = [...reached].filter(([key]) => !late.has(key));
  return {
    planned,
    bests: inTime.flatMap(([key, bests]) => ({ ...readPair(present.get(key)), ...bests })),
    strengths: [...strengths].flatMap(([key, stored]) =>
      stored === null || late.has(key) ? [] : [{ ...readPair(present.get(key)), ...stored }],
    ),
    late: [...late.values()].map(readPair),
  };
}

function readPair(pair: MemberType | undefined): MemberType {
  if (pair === undefined) throw new Error('a row of bests is missing');
  return { sub: pair.sub, workoutTypeId: pair.workoutTypeId };
}

/**
 * Returns the present bests. Returns `null` for a placeholder row of zeros, because that member has
 * no bests yet.
 */
function startFrom(row: WorkoutBestRow | undefined): Bests | null {
  return row === undefined || row.workoutCount === 0 ? null : row;
}

/** Compares by start time. The ids are assigned after this stable sort, so lists keep its order. */
function byTime(a: AcceptedWorkout, b: AcceptedWorkout): number {
  return a.workout.startedAt.getTime() - b.workout.startedAt.getTime();
}

function keyOf({ sub, workoutTypeId }: MemberType): string {
  return `${sub} ${workoutTypeId}`;
}
