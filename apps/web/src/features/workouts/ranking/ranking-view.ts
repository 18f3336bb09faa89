import {
  type RankingPeriod,
  rankingPeriods,
  type RankingScale,
  rankingScales,
  type RankingType,
  usualPeriod,
} from '@tanren/domain/workouts/rankings';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { linkOptions } from '@tanstack/react-router';

/** What of the address comes after the question mark; what is absent is the usual. */
export interface RankingSearch {
  readonly period?: RankingPeriod;
  readonly scale?: RankingScale;
  readonly gym?: number;
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

/** Anything that is not a choice is ignored: the page shows its usual view. */
export function readRankingSearch(search: Record<string, unknown>): RankingSearch {
  const { period, scale } = search;
  const gym = parseRouteId(String(search['gym']));
  return {
    ...(isOneOf(rankingPeriods, period) ? { period } : {}),
    ...(isOneOf(rankingScales, scale) && scale !== 'open' ? { scale } : {}),
    ...(gym === null ? {} : { gym }),
  };
}

/** Which ranking a page shows. */
export interface RankingView {
  readonly workoutType: WorkoutTypeId;
  readonly rankingType: RankingType;
  /** `null` until the member chooses one: the usual period. */
  readonly period: RankingPeriod | null;
  readonly scale: RankingScale;
  /** null: all of them. Kept while another scale is looked at, where there is no choice of it. */
  readonly gym: number | null;
}

export function toRankingView(
  params: Pick<RankingView, 'workoutType' | 'rankingType'>,
  { period, scale = 'open', gym }: RankingSearch,
): RankingView {
  const { workoutType, rankingType } = params;
  return { workoutType, rankingType, period: period ?? null, scale, gym: gym ?? null };
}

/** The period on the screen, chosen or not. */
export function periodOf({ period }: RankingView): RankingPeriod {
  return period ?? usualPeriod;
}

/** What narrows or changes the usual ranking, each with the ranking that is left without it. */
export function listActiveFilters(
  view: RankingView,
): { readonly kind: 'period' | 'scale' | 'gym'; readonly without: RankingView }[] {
  const period = periodOf(view) !== usualPeriod;
  const scale = view.scale !== 'open';
  return [
    ...(period ? [{ kind: 'period' as const, without: { ...view, period: null } }] : []),
    ...(scale ? [{ kind: 'scale' as const, without: { ...view, scale: 'open' as const } }] : []),
    // The other scales are of all gyms.
    ...(view.gym !== null && !scale
      ? [{ kind: 'gym' as const, without: { ...view, gym: null } }]
      : []),
  ];
}

/** The address of a ranking, without what goes without saying. */
export function linkToRanking({ workoutType, rankingType, ...search }: RankingView) {
  return linkOptions({
    to: '/workout-ranking/$workoutType/$rankingType',
    params: { workoutType, rankingType },
    search: readRankingSearch({ ...search }),
  });
}
