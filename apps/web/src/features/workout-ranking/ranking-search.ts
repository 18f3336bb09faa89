import {
  type RankingPeriod,
  rankingPeriods,
  type RankingScale,
  rankingScales,
} from '@tanren/domain/rankings';
import { parseRouteId } from '@tanren/domain/route-paths';

/** What of the address comes after the question mark; what is absent is the usual. */
export interface RankingSearch {
  readonly period?: RankingPeriod;
  readonly scale?: RankingScale;
  readonly gym?: number;
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

/** Anything that is no choice is no wish: the page shows its usual one. */
export function readRankingSearch(search: Record<string, unknown>): RankingSearch {
  const { period, scale } = search;
  const gym = parseRouteId(String(search['gym']));
  return {
    ...(isOneOf(rankingPeriods, period) && period !== 'this-month' ? { period } : {}),
    ...(isOneOf(rankingScales, scale) && scale !== 'open' ? { scale } : {}),
    ...(gym === null ? {} : { gym }),
  };
}
