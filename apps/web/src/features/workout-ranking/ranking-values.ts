import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import type { RankingScale, RankingType } from '@tanren/domain/rankings';
import { formatKg, formatKgInColumn } from '#lib/number-format.ts';

interface ShownValue {
  readonly value: string;
  readonly unit: string;
}

const percent = new Intl.NumberFormat('ja-JP', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const times = new Intl.NumberFormat('ja-JP', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A value of a ranking, to stand below others. */
export function showValue(kind: RankingType, scale: RankingScale, value: number): ShownValue {
  if (scale === 'growth') return { value: `+${percent.format(value)}`, unit: '%' };
  if (scale === 'per-weight') return { value: times.format(value), unit: '倍' };
  return { value: kind === 'max' ? formatKgInColumn(value) : formatKg(value), unit: 'kg' };
}

function showGap(scale: RankingScale, gap: number): string {
  if (scale === 'growth') return `${percent.format(gap)}ポイント`;
  if (scale === 'per-weight') return `体重の${times.format(gap)}倍`;
  return `${formatKg(gap)}kg`;
}

/** How far it is to the next place, or that there is none. */
export function describeGap(
  scale: RankingScale,
  { toNext, nextRank }: Pick<NonNullable<WorkoutRanking['me']>, 'toNext' | 'nextRank'>,
  total: number,
): string {
  if (toNext !== null && nextRank !== null) return `あと${showGap(scale, toNext)}で${nextRank}位`;
  return total === 1 ? 'いまは、あなただけの記録です' : 'トップの記録です';
}
