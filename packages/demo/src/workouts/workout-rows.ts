import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addToBests, type Bests } from '@tanren/domain/workouts/personal-bests';
import { noStrength, type StrengthColumns } from '@tanren/domain/workouts/strength-chain';
import type { WorkoutSummary } from '@tanren/domain/workouts/workouts';
import { describeWeek, findDemoGym } from '#gyms/demo-gyms.ts';
import type { DemoSet, DemoWorkout } from './train-year.ts';

export interface WorkoutRow extends WorkoutSummary, StrengthColumns {
  readonly id: number;
  readonly workoutUuid: string;
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly machineId: number;
  readonly gymId: number;
  readonly sessionRunId: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly gymDay: string;
  readonly isMaxBest: boolean;
  readonly isTfoBest: boolean;
  readonly isOneRepMaxBest: boolean;
  readonly correctedAt: null;
  readonly correctionReason: null;
  readonly correctionState: null;
  readonly claimedAt: null;
  readonly machineOffset: null;
}

export interface SetRow extends DemoSet {
  readonly workoutId: number;
  readonly position: number;
}

interface BestRow extends Bests {
  readonly sub: string;
  readonly workoutTypeId: number;
}

export interface WorkoutRows {
  readonly workouts: WorkoutRow[];
  readonly sets: SetRow[];
  readonly bests: BestRow[];
}

/** Creates the rows as if each workout had arrived when it was done, in that order. */
export function makeWorkoutRows(done: readonly DemoWorkout[]): WorkoutRows {
  const inOrder = done.toSorted(
    (a, b) =>
      a.startedAt.getTime() - b.startedAt.getTime() || (a.workoutUuid < b.workoutUuid ? -1 : 1),
  );
  const bestRows = new Map<string, BestRow>();
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
      gymDay: gymDayOf(startedAt, describeWeek(findDemoGym(machine.gymId))),
      ...summary,
      isMaxBest: beaten.includes('max'),
      isTfoBest: beaten.includes('tfo'),
      isOneRepMaxBest: beaten.includes('oneRepMax'),
      correctedAt: null,
      correctionReason: null,
      correctionState: null,
      claimedAt: null,
      ...noStrength,
      machineOffset: null,
    });
    for (const [position, set] of workout.sets.entries()) {
      rows.sets.push({ workoutId: id, position, ...set });
    }
  }
  rows.bests.push(...bestRows.values());
  return rows;
}
