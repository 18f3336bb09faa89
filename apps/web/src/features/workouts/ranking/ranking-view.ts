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

/** Search parameters of a ranking. An absent parameter means its default. */
export interface RankingSearch {
  readonly period?: RankingPeriod;
  readonly scale?: RankingScale;
  readonly gym?: number;
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

/** Returns the valid search parameters. Invalid ones are ignored, so the page shows its default. */
export function readRankingSearch(search: Record<string, unknown>): RankingSearch {
  const { period, scale } = search;
  const gym = parseRouteId(String(search['gym']));
  return {
    ...(isOneOf(rankingPeriods, period) ? { period } : {}),
    ...(isOneOf(rankingScales, scale) && scale !== 'open' ? { scale } : {}),
    ...(gym === null ? {} : { gym }),
  };
}

/** Ranking that a page shows. */
export interface RankingView {
  readonly workoutType: WorkoutTypeId;
  readonly rankingType: RankingType;
  /** `null` until the member chooses a period, which means the default one. */
  readonly period: RankingPeriod | null;
  readonly scale: RankingScale;
  /**
   * Gym that the ranking is limited to. `null` for all gyms. It is kept while another scale is
   * shown, although those scales have no gym filter.
   */
  readonly gym: number | null;
}

export function toRankingView(
  params: Pick<RankingView, 'workoutType' | 'rankingType'>,
  { period, scale = 'open', gym }: RankingSearch,
): RankingView {
  const { workoutType, rankingType } = params;
  return { workoutType, rankingType, period: period ?? null, scale, gym: gym ?? null };
}

/** Returns the displayed period, which is the default one if none was chosen. */
export function periodOf({ period }: RankingView): RankingPeriod {
  return period ?? usualPeriod;
}

/**
 * Lists the filters that differ from the default ranking, each with the ranking that remains
 * without it.
 */
export function listActiveFilters(
  view: RankingView,
): { readonly kind: 'period' | 'scale' | 'gym'; readonly without: RankingView }[] {
  const period = periodOf(view) !== usualPeriod;
  const scale = view.scale !== 'open';
  return [
    ...(period ? [{ kind: 'period' as const, without: { ...view, period: null } }] : []),
    ...(scale ? [{ kind: 'scale' as const, without: { ...view, scale: 'open' as const } }] : []),
    // The other scales always include all gyms.
    ...(view.gym !== null && !scale
      ? [{ kind: 'gym' as const, without: { ...view, gym: null } }]
      : []),
  ];
}

/** Returns the address of a ranking without default parameters. */
export function linkToRanking({ workoutType, rankingType, ...search }: RankingView) {
  return linkOptions({
    to: '/workout-ranking/$workoutType/$rankingType',
    params: { workoutType, rankingType },
    search: readRankingSearch({ ...search }),
  });
}
