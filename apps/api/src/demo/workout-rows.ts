import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { firstMonthDays } from '@tanren/domain/workouts/rankings';
import type { WorkoutBestRow, WorkoutRow, WorkoutSetRow } from '#db/schema/workouts.ts';
import {
  type FirstMonth,
  selectBest,
  listCandidates,
  type RankedMember,
  type RankingCandidate,
} from '#modules/workouts/ranking/ranking-candidates.ts';
import { addToBests } from '#modules/workouts/workout-bests.ts';
import { describeWeek, findDemoGym } from './demo-gyms.ts';
import type { DemoWorkout } from './train-year.ts';

/**
 * Creates the rankings as if each workout had been ranked when it was done. `workouts` must be in
 * that order.
 */
export function makeRankingRows(
  members: readonly (RankedMember & { readonly rankingVisible: boolean })[],
  workouts: readonly WorkoutRow[],
  now: Date,
): RankingCandidate[] {
  const today = toGymDay(now);
  const firstMonths = findFirstMonths(workouts);
  const ranked = new Map(
    members.filter(({ rankingVisible }) => rankingVisible).map((member) => [member.sub, member]),
  );
  const candidates = workouts.flatMap((workout) => {
    const member = ranked.get(workout.sub);
    const firstMonth = firstMonths.get(keyOf(workout));
    if (member === undefined || firstMonth === undefined) return [];
    return [...listCandidates(workout, member, firstMonth, today)];
  });
  // Rows in the order of the indexes fill these from one end to the other.
  return selectBest(candidates).toSorted((a, b) => a.board - b.board || b.value - a.value);
}

const keyOf = ({ sub, workoutTypeId }: WorkoutRow) => `${sub} ${workoutTypeId}`;

function findFirstMonths(workouts: readonly WorkoutRow[]): Map<string, FirstMonth> {
  const found = new Map<string, FirstMonth>();
  for (const workout of workouts) {
    const { startedAt, maxHg, tfoHg } = workout;
    const known = found.get(keyOf(workout)) ?? { startedAt, maxHg, tfoHg };
    const end = known.startedAt.getTime() + firstMonthDays * 86_400_000;
    if (startedAt.getTime() >= end) continue;
    found.set(keyOf(workout), {
      startedAt: known.startedAt,
      maxHg: Math.max(known.maxHg, maxHg),
      tfoHg: Math.max(known.tfoHg, tfoHg),
    });
  }
  return found;
}

export interface WorkoutRows {
  readonly workouts: WorkoutRow[];
  readonly sets: WorkoutSetRow[];
  readonly bests: WorkoutBestRow[];
}

/** Creates the rows as if each workout had arrived when it was done, in that order. */
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
      gymDay: gymDayOf(startedAt, describeWeek(findDemoGym(machine.gymId))),
      ...summary,
      isMaxBest: beaten.includes('max'),
      isTfoBest: beaten.includes('tfo'),
      isOneRepMaxBest: beaten.includes('oneRepMax'),
      correctedAt: null,
      correctionReason: null,
      correctionState: null,
      claimedAt: null,
    });
    for (const [position, set] of workout.sets.entries()) {
      rows.sets.push({ workoutId: id, position, ...set });
    }
  }
  rows.bests.push(...bestRows.values());
  return rows;
}
