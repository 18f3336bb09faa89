import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { Sex } from '@tanren/domain/members/profile';
import {
  firstMonthDays,
  type RankedRecords,
  type RankingScale,
  rankingTypes,
  recordOf,
  toAgeSexBand,
  toBoardKey,
  toGrowth,
  toPerWeight,
  toRankingMonth,
} from '@tanren/domain/workouts/rankings';

export interface RankedWorkout extends RankedRecords {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly gymId: number;
  readonly startedAt: Date;
}

/** The profile of a member who wants to be ranked. */
export interface RankedMember {
  readonly sub: string;
  readonly nickname: string;
  readonly weight: number | null;
  readonly birthDate: string | null;
  readonly sex: Sex | null;
}

/** The best values of the first month, against which a member's growth in a type is measured. */
export interface FirstMonth extends RankedRecords {
  readonly startedAt: Date;
}

export interface RankingCandidate {
  readonly board: number;
  readonly sub: string;
  readonly value: number;
  readonly achievedOn: string;
  readonly nickname: string;
}

/**
 * Removes workouts that cannot move their member up on any board, because the member was at least
 * as good before: in the same gym and month, and on the same side of the end of the first month.
 */
export function removeSurpassed(
  workouts: readonly RankedWorkout[],
  firstMonthOf: (workout: RankedWorkout) => FirstMonth | undefined,
): RankedWorkout[] {
  const bests = new Map<string, number[]>();
  return workouts.toSorted(byTime).filter((workout) => {
    const { sub, workoutTypeId, gymId, startedAt } = workout;
    const records = rankingTypes.map((rankingType) => recordOf(rankingType, workout));
    const firstMonth = firstMonthOf(workout);
    const isLater = firstMonth !== undefined && isAfter(workout, firstMonth);
    const month = toRankingMonth(toGymDay(startedAt));
    const key = `${sub} ${workoutTypeId} ${gymId} ${month} ${isLater}`;
    const before = bests.get(key);
    const best = records.map((record, index) => Math.max(record, before?.[index] ?? 0));
    bests.set(key, best);
    return before === undefined || best.some((record, index) => record !== before[index]);
  });
}

function byTime(a: RankedWorkout, b: RankedWorkout): number {
  return a.startedAt.getTime() - b.startedAt.getTime();
}

/** Yields every board entry that a workout can raise for its member. */
export function* listCandidates(
  workout: RankedWorkout,
  member: RankedMember,
  firstMonth: FirstMonth,
  today: string,
): Generator<RankingCandidate> {
  const { sub, workoutTypeId, gymId } = workout;
  // Ranking months are calendar months, regardless of a gym's hours. They do not follow the gym
  // day.
  const achievedOn = toGymDay(workout.startedAt);
  const month = toRankingMonth(achievedOn);
  const months = month >= oldestStoredMonth(today) ? [0, month] : [0];
  const band = toAgeSexBand(member.birthDate, member.sex);

  for (const rankingType of rankingTypes) {
    const record = recordOf(rankingType, workout);
    const first = recordOf(rankingType, firstMonth);
    // A workout without a completed rep sets no record.
    if (record <= 0) continue;
    const values: [scale: RankingScale, gymId: number, band: number, value: number | null][] = [
      ['open', 0, 0, record],
      ['open', gymId, 0, record],
      [
        'per-weight',
        0,
        0,
        member.weight === null ? null : toPerWeight(rankingType, record, member.weight),
      ],
      ['band', 0, band ?? 0, band === null ? null : record],
      ['growth', 0, 0, isAfter(workout, firstMonth) ? toGrowth(record, first) : null],
    ];
    for (const [scale, gym, boardBand, value] of values) {
      if (value === null) continue;
      for (const boardMonth of months) {
        const board = toBoardKey({
          workoutTypeId,
          rankingType,
          scale,
          month: boardMonth,
          gymId: gym,
          band: boardBand,
        });
        yield { board, sub, value, achievedOn, nickname: member.nickname };
      }
    }
  }
}

/** Returns the oldest month whose boards are kept: last month. Older boards are purged. */
export function oldestStoredMonth(today: string): number {
  return toRankingMonth(today) - 1;
}

/** Returns whether a workout comes after its member's first month of the type. */
export function isAfter(
  { startedAt }: Pick<RankedWorkout, 'startedAt'>,
  firstMonth: Pick<FirstMonth, 'startedAt'>,
): boolean {
  return startedAt.getTime() >= firstMonth.startedAt.getTime() + firstMonthDays * 86_400_000;
}

/** Keeps one candidate for each board and member: the highest, or the earliest of equal ones. */
export function selectBest(candidates: Iterable<RankingCandidate>): RankingCandidate[] {
  const best = new Map<string, RankingCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.board} ${candidate.sub}`;
    const known = best.get(key);
    if (known === undefined || isBetter(candidate, known)) best.set(key, candidate);
  }
  return [...best.values()];
}

function isBetter(a: RankingCandidate, b: RankingCandidate): boolean {
  return a.value > b.value || (a.value === b.value && a.achievedOn < b.achievedOn);
}
