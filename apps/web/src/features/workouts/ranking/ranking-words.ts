import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import {
  firstMonthDays,
  type RankingPeriod,
  type RankingScale,
  type RankingType,
  smallestBand,
} from '@tanren/domain/workouts/rankings';
import type { SeriesColor } from '#ui/charts/amount.tsx';
import { formatFixed, formatKg, formatKgInColumn } from '#lib/number-format.ts';

interface ShownValue {
  readonly value: string;
  readonly unit: string;
}

interface KindWords {
  readonly name: string;
  /** Name of the value with its explanation in brackets. */
  readonly meaning: string;
  /** Explanation of the ranking of the records themselves. */
  readonly comparison: string;
  readonly color: SeriesColor;
  /** Shows a record in a column, with the same number of decimals in each row. */
  readonly showRecord: (value: number) => ShownValue;
  readonly showGap: (gap: number) => string;
  /** Explains a record per kg of body weight, which the page shows with two decimals. */
  readonly perWeight: { readonly comparison: string; readonly unit: string };
}

const timesBodyWeight = { comparison: '自分の体重の何倍にあたるか', unit: '倍' };

/** Everything that the pages say about each kind of ranking. */
export const kindWords: Readonly<Record<RankingType, KindWords>> = {
  tfo: {
    name: '総発揮力',
    meaning: '総発揮力（1回のトレーニングで挙げた重量の合計）',
    comparison: '期間中の、1回のトレーニングで挙げた重量の合計で比べます。',
    color: 'green',
    showRecord: (value) => ({ value: formatKg(value), unit: 'kg' }),
    showGap: (gap) => `${formatKg(gap)}kg`,
    perWeight: timesBodyWeight,
  },
  max: {
    name: '最大重量',
    meaning: '最大重量（いちばん重い1回）',
    comparison: '期間中に挙げた、いちばん重い1回で比べます。',
    color: 'cyan',
    showRecord: (value) => ({ value: formatKgInColumn(value), unit: 'kg' }),
    showGap: (gap) => `${formatKg(gap)}kg`,
    perWeight: timesBodyWeight,
  },
};

/** Formats a value so that it aligns with others in a column. */
export function showValue(kind: RankingType, scale: RankingScale, value: number): ShownValue {
  switch (scale) {
    case 'growth':
      return { value: `+${formatFixed(value, 1)}`, unit: '%' };
    case 'per-weight':
      return { value: formatFixed(value, 2), unit: kindWords[kind].perWeight.unit };
    case 'open':
    case 'band':
      return kindWords[kind].showRecord(value);
  }
}

function showGap(kind: RankingType, scale: RankingScale, gap: number): string {
  switch (scale) {
    case 'growth':
      return `${formatFixed(gap, 1)}ポイント`;
    case 'per-weight':
      return `${formatFixed(gap, 2)}${kindWords[kind].perWeight.unit}`;
    case 'open':
    case 'band':
      return kindWords[kind].showGap(gap);
  }
}

/** Describes the distance to the next rank, or that there is none. */
export function describeGap(
  kind: RankingType,
  scale: RankingScale,
  { toNext, nextRank }: Pick<NonNullable<WorkoutRanking['me']>, 'toNext' | 'nextRank'>,
  total: number,
): string {
  if (toNext !== null && nextRank !== null) {
    return `${nextRank}位まであと${showGap(kind, scale, toNext)}`;
  }
  return total === 1 ? '今は、あなただけの記録です' : 'トップの記録です';
}

export const periodNames = {
  'this-month': '今月',
  'last-month': '先月',
  all: '全期間',
} satisfies Record<RankingPeriod, string>;

export const scaleNames = {
  open: '記録',
  growth: '伸び率',
  'per-weight': '体重あたり',
  band: '同世代・同性',
} satisfies Record<RankingScale, string>;

const sexNames = { male: '男性', female: '女性' };

export function nameBand({ bornFrom, sex }: NonNullable<WorkoutRanking['band']>): string {
  return `${bornFrom}年代生まれの${sexNames[sex]}`;
}

/** Explains what is compared, and among which members. */
export function defineRanking(
  kind: RankingType,
  scale: RankingScale,
  band: WorkoutRanking['band'],
): string {
  const { meaning, comparison, perWeight } = kindWords[kind];
  switch (scale) {
    case 'open':
      return comparison;
    case 'growth':
      return `${meaning}が、自分の最初の${firstMonthDays}日間の最高記録から何%伸びたかで比べます。`;
    case 'per-weight':
      return `${meaning}が、${perWeight.comparison}で比べます。値から体重がわからないように、ほかの方の名前と日付は表示しません。`;
    case 'band': {
      const whom = band === null ? '生まれた年代と性別が同じ方' : nameBand(band);
      return `${meaning}を、${whom}だけで比べます。${smallestBand}人以上いるときに表示します。`;
    }
  }
}
