/** What a ranking compares: the best single workout (tfo) or the best single rep (max). */
export const rankingTypes = ['tfo', 'max'] as const;

export type RankingType = (typeof rankingTypes)[number];

export function isRankingType(value: string): value is RankingType {
  return (rankingTypes as readonly string[]).includes(value);
}
