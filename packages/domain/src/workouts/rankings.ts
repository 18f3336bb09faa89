import type { Sex } from '#members/profile.ts';

/** Values that a ranking compares: the best single workout (tfo) or the best single rep (max). */
export const rankingTypes = ['tfo', 'max'] as const;

export type RankingType = (typeof rankingTypes)[number];

/** Values of a workout that rankings compare, in tenths of a kilogram. */
export interface RankedRecords {
  readonly maxHg: number;
  readonly tfoHg: number;
}

interface RankingTypeRule {
  /** Number of the kind in stored board keys, which have one bit for it. It never changes. */
  readonly keyBit: 0 | 1;
  readonly recordOf: (records: RankedRecords) => number;
}

const typeRules = {
  tfo: { keyBit: 0, recordOf: ({ tfoHg }) => tfoHg },
  max: { keyBit: 1, recordOf: ({ maxHg }) => maxHg },
} satisfies Record<RankingType, RankingTypeRule>;

/** Returns the value that a ranking of this kind compares. */
export function recordOf(rankingType: RankingType, records: RankedRecords): number {
  return typeRules[rankingType].recordOf(records);
}

export function isRankingType(value: string): value is RankingType {
  return (rankingTypes as readonly string[]).includes(value);
}

/** Periods in which records count: the gym's current month, the previous month, or all time. */
export const rankingPeriods = ['this-month', 'last-month', 'all'] as const;
export type RankingPeriod = (typeof rankingPeriods)[number];

/** Default period of every ranking in the API and the app. All members start again each month. */
export const usualPeriod = 'this-month' satisfies RankingPeriod;

/**
 * Scales of a ranking: the record itself (`open`), its growth since the member's first month, the
 * record per kg of body weight, or the record among people of the same age and sex (`band`).
 */
export const rankingScales = ['open', 'growth', 'per-weight', 'band'] as const;
export type RankingScale = (typeof rankingScales)[number];

/** Number of each scale in stored board keys, which have two bits for it. It never changes. */
const scaleNumbers: Readonly<Record<RankingScale, 0 | 1 | 2 | 3>> = {
  open: 0,
  growth: 1,
  'per-weight': 2,
  band: 3,
};

/** Minimum number of members in a band. A smaller band would reveal too much about each of them. */
export const smallestBand = 20;

/** Length in days of a member's first month of a type, from its first workout. */
export const firstMonthDays = 30;

export interface RankingBoard {
  readonly workoutTypeId: number;
  readonly rankingType: RankingType;
  readonly scale: RankingScale;
  /** Month number from `toRankingMonth`. 0 stands for all time. */
  readonly month: number;
  /** 0 stands for all gyms. Only the open scale is stored by gym. */
  readonly gymId: number;
  /** Band number from `toAgeSexBand`. 0 on every other scale. */
  readonly band: number;
}

/**
 * Returns the number of a gym day's month. The previous month has the number before it. It is never
 * 0.
 */
export function toRankingMonth(gymDay: string): number {
  return (Number(gymDay.slice(0, 4)) - 2000) * 12 + Number(gymDay.slice(5, 7));
}

/** Returns the first gym day of such a month. */
export function rankingMonthStart(month: number): string {
  const year = 2000 + Math.floor((month - 1) / 12);
  const monthOfYear = ((month - 1) % 12) + 1;
  return `${year}-${String(monthOfYear).padStart(2, '0')}-01`;
}

export function findRankingMonth(period: RankingPeriod, today: string): number {
  switch (period) {
    case 'all':
      return 0;
    case 'this-month':
      return toRankingMonth(today);
    case 'last-month':
      return toRankingMonth(today) - 1;
  }
}

/**
 * Returns a board as one number, the key of everything stored about it. The whole number below 2^53
 * has 8 bits for the type, 1 bit for the kind, 2 bits for the scale, 12 bits for the month (until
 * the year 2341), 8 bits for the band, and the gym in the bits above.
 */
export function toBoardKey(board: RankingBoard): number {
  const { workoutTypeId, rankingType, scale, month, gymId, band } = board;
  const { keyBit } = typeRules[rankingType];
  const low = ((workoutTypeId * 2 + keyBit) * 4 + scaleNumbers[scale]) * 4096 + month;
  return gymId * 2 ** 31 + low * 256 + band;
}

/** Number of each sex in a band. `null` for people whom no band includes. */
const sexNumbers: Readonly<Record<Sex, 1 | 2 | null>> = {
  male: 1,
  female: 2,
  other: null,
  'no-answer': null,
};

/**
 * Returns the band of people born in the same decade with the same sex. It uses the birth date
 * instead of the age, so that members do not change bands on a birthday. Returns `null` when the
 * profile lacks one of the two.
 */
export function toAgeSexBand(birthDate: string | null, sex: Sex | null): number | null {
  const sexNumber = sex === null ? null : sexNumbers[sex];
  if (birthDate === null || sexNumber === null) return null;
  return Math.floor((Number(birthDate.slice(0, 4)) - 1900) / 10) * 4 + sexNumber;
}

interface AgeSexBand {
  /** First year of the decade: 1990 for the years 1990 to 1999. */
  readonly bornFrom: number;
  readonly sex: 'male' | 'female';
}

export function describeBand(band: number): AgeSexBand {
  return { bornFrom: 1900 + Math.floor(band / 4) * 10, sex: band % 4 === 1 ? 'male' : 'female' };
}

/**
 * Returns the growth since the best of the first month, in tenths of a percent. Returns `null` when
 * there is nothing to compare.
 */
export function toGrowth(recordHg: number, firstMonthHg: number): number | null {
  if (firstMonthHg <= 0 || recordHg < firstMonthHg) return null;
  return Math.floor((recordHg * 1000) / firstMonthHg) - 1000;
}

/**
 * Returns the record per body weight in hundredths, in steps of 0.05. Finer steps would only rank
 * members by their last weighing. Body weights have one decimal, so the division uses tenths to be
 * exact.
 */
export function toPerWeight(recordHg: number, weightKg: number): number {
  return Math.floor((recordHg * 20) / Math.round(weightKg * 10)) * 5;
}
