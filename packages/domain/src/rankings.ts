/** What a ranking compares: the best single workout (tfo) or the best single rep (max). */
export const rankingTypes = ['tfo', 'max'] as const;

export type RankingType = (typeof rankingTypes)[number];

export function isRankingType(value: string): value is RankingType {
  return (rankingTypes as readonly string[]).includes(value);
}

/** From when records count: of the gym's current month, the one before it, or ever. */
export const rankingPeriods = ['this-month', 'last-month', 'all'] as const;
export type RankingPeriod = (typeof rankingPeriods)[number];

/** The period of every ranking until a member chooses another: each month everybody starts anew. */
export const usualPeriod = 'this-month' satisfies RankingPeriod;

/**
 * What is compared: the record itself (`open`), its growth against one's own first month, the
 * record per kg of body weight, or the record among people of one's own age and sex (`band`).
 */
export const rankingScales = ['open', 'growth', 'per-weight', 'band'] as const;
export type RankingScale = (typeof rankingScales)[number];

/** Fewer would tell too much about each of them. */
export const smallestBand = 20;

/** How long a member's first month of a type lasts, from the first workout of it. */
export const firstMonthDays = 30;

export interface RankingBoard {
  readonly workoutTypeId: number;
  readonly rankingType: RankingType;
  readonly scale: RankingScale;
  /** A month as `toRankingMonth` numbers them; 0: ever. */
  readonly month: number;
  /** 0: all gyms. Only the open scale is stored by gym. */
  readonly gymId: number;
  /** See `toAgeSexBand`; 0 on every other scale. */
  readonly band: number;
}

/** Counts the gym's months, so that last month is this one minus one; never 0. Takes a gym day. */
export function toRankingMonth(gymDay: string): number {
  return (Number(gymDay.slice(0, 4)) - 2000) * 12 + Number(gymDay.slice(5, 7));
}

/** The first gym day of such a month. */
export function rankingMonthStart(month: number): string {
  const year = 2000 + Math.floor((month - 1) / 12);
  const monthOfYear = ((month - 1) % 12) + 1;
  return `${year}-${String(monthOfYear).padStart(2, '0')}-01`;
}

export function findRankingMonth(period: RankingPeriod, today: string): number {
  if (period === 'all') return 0;
  return toRankingMonth(today) - (period === 'last-month' ? 1 : 0);
}

/**
 * A board as one number, the key of everything stored about it. Whole numbers up to 2^53: 8 bits
 * type, 1 bit kind, 2 bits scale, 12 bits month (until the year 2341), 8 bits band, and the gym
 * above them.
 */
export function toBoardKey(board: RankingBoard): number {
  const { workoutTypeId, rankingType, scale, month, gymId, band } = board;
  const kind = rankingType === 'max' ? 1 : 0;
  const low = ((workoutTypeId * 2 + kind) * 4 + rankingScales.indexOf(scale)) * 4096 + month;
  return gymId * 2 ** 31 + low * 256 + band;
}

/**
 * People born in one decade and of one sex. By birth and not by age, so that nobody changes
 * boards on a birthday. null when the member does not tell.
 */
export function toAgeSexBand(birthDate: string | null, sex: string | null): number | null {
  const sexNumber = sex === 'male' ? 1 : sex === 'female' ? 2 : null;
  if (birthDate === null || sexNumber === null) return null;
  return Math.floor((Number(birthDate.slice(0, 4)) - 1900) / 10) * 4 + sexNumber;
}

interface AgeSexBand {
  /** 1990 for the years 1990 to 1999. */
  readonly bornFrom: number;
  readonly sex: 'male' | 'female';
}

export function describeBand(band: number): AgeSexBand {
  return { bornFrom: 1900 + Math.floor(band / 4) * 10, sex: band % 4 === 1 ? 'male' : 'female' };
}

/** In tenths of a percent above the best of the first month; null when there is nothing to compare. */
export function toGrowth(recordHg: number, firstMonthHg: number): number | null {
  if (firstMonthHg <= 0 || recordHg < firstMonthHg) return null;
  return Math.floor((recordHg * 1000) / firstMonthHg) - 1000;
}

/**
 * In hundredths, in steps of 0.05: finer would only rank who weighed in last. Body weights have
 * one decimal; in tenths the division is exact where it should be.
 */
export function toPerWeight(recordHg: number, weightKg: number): number {
  return Math.floor((recordHg * 20) / Math.round(weightKg * 10)) * 5;
}
