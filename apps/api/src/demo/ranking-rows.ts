import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { firstMonthDays, makeRecords } from '@tanren/domain/workouts/rankings';
import {
  type FirstMonth,
  selectBest,
  listCandidates,
  type RankedMember,
  type RankedWorkout,
  type RankingCandidate,
} from '#modules/workouts/ranking/ranking-candidates.ts';

/**
 * Creates the rankings as if each workout had been ranked when it was done. `workouts` must be in
 * that order.
 */
export function makeRankingRows(
  members: readonly (RankedMember & { readonly rankingVisible: boolean })[],
  workouts: readonly RankedWorkout[],
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

const keyOf = ({ sub, workoutTypeId }: RankedWorkout) => `${sub} ${workoutTypeId}`;

function findFirstMonths(workouts: readonly RankedWorkout[]): Map<string, FirstMonth> {
  const found = new Map<string, FirstMonth>();
  for (const workout of workouts) {
    const known = found.get(keyOf(workout)) ?? workout;
    const end = known.startedAt.getTime() + firstMonthDays * 86_400_000;
    if (workout.startedAt.getTime() >= end) continue;
    found.set(keyOf(workout), {
      startedAt: known.startedAt,
      ...makeRecords((field) => Math.max(known[field], workout[field])),
    });
  }
  return found;
}
