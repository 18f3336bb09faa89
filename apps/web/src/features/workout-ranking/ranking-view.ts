import type { RankingPeriod, RankingScale, RankingType } from '@tanren/domain/rankings';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { linkOptions } from '@tanstack/react-router';
import { type RankingSearch, readRankingSearch } from './ranking-search.ts';

/** Which ranking a page shows. */
export interface RankingView {
  readonly workoutType: WorkoutTypeId;
  readonly rankingType: RankingType;
  readonly period: RankingPeriod;
  readonly scale: RankingScale;
  /** null: all of them. Kept while another scale is looked at, where there is no choice of it. */
  readonly gym: number | null;
}

export function toRankingView(
  params: Pick<RankingView, 'workoutType' | 'rankingType'>,
  { period = 'this-month', scale = 'open', gym }: RankingSearch,
): RankingView {
  const { workoutType, rankingType } = params;
  return { workoutType, rankingType, period, scale, gym: gym ?? null };
}

/** The address of a ranking, without what goes without saying. */
export function linkToRanking({ workoutType, rankingType, ...search }: RankingView) {
  return linkOptions({
    to: '/workout-ranking/$workoutType/$rankingType',
    params: { workoutType, rankingType },
    search: readRankingSearch({ ...search }),
  });
}
