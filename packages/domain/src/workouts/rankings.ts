import type { Sex } from '#members/profile.ts';
import type { WorkoutSummary } from './workouts.ts';

interface RankingTypeRule {
  /** Number of the kind in stored board keys, which have three bits for it. It never changes. */
  readonly keyNumber: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** The number of a workout that is compared. It is stored with the workout and never `null`. */
  readonly field: {
    [Field in keyof WorkoutSummary]: WorkoutSummary[Field] extends number ? Field : never;
  }[keyof WorkoutSummary];
  /** How many stored units make one shown unit: loads are stored in tenths of a kilogram. */
  readonly storedPerUnit: number;
}

/** The kinds of rankings, in the order of the page. Each compares the best of single workouts. */
const typeRules = {
  tfo: { keyNumber: 0, field: 'tfoHg', storedPerUnit: 10 },
  max: { keyNumber: 1, field: 'maxHg', storedPerUnit: 10 },
} as const satisfies Record<string, RankingTypeRule>;

export type RankingType = keyof typeof typeRules;

export const rankingTypes = Object.keys(typeRules) as readonly RankingType[];

type RankedField = (typeof typeRules)[RankingType]['field'];

/** Numbers of a workout that rankings compare. Each is also a column of the workouts. */
export const rankedFields: readonly RankedField[] = rankingTypes.map(
  (rankingType) => typeRules[rankingType].field,
);

export type RankedRecords = Pick<WorkoutSummary, RankedField>;

/** Makes one value for each compared number. */
export function makeRecords(valueOf: (field: RankedField) => number): RankedRecords {
  const values = rankedFields.map((field) => [field, valueOf(field)] as const);
  return Object.fromEntries(values) as Record<RankedField, number>;
}

/** Returns the value that a ranking of this kind compares. */
export function recordOf(rankingType: RankingType, records: RankedRecords): number {
  return records[typeRules[rankingType].field];
}

/** Returns how many stored units of a record make one shown unit. */
export function storedPerUnit(rankingType: RankingType): number {
  return typeRules[rankingType].storedPerUnit;
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

interface BoardNumbers extends Omit<RankingBoard, 'rankingType' | 'scale'> {
  readonly kind: RankingTypeRule['keyNumber'];
  readonly scale: 0 | 1 | 2 | 3;
}

/**
 * Packs a board into a whole number below 2^53. From the lowest bit on it has 8 bits for the band,
 * 12 for the month (until the year 2341), 2 for the scale, 1 for the lowest bit of the kind, 8 for
 * the type, 20 for the gym, and 2 for the other bits of the kind, which were added later.
 */
export function packBoardKey(numbers: BoardNumbers): number {
  const { workoutTypeId, kind, scale, month, gymId, band } = numbers;
  const low = ((workoutTypeId * 2 + (kind % 2)) * 4 + scale) * 4096 + month;
  return Math.floor(kind / 2) * 2 ** 51 + gymId * 2 ** 31 + low * 256 + band;
}

/** Returns the key of everything that is stored about a board. */
export function toBoardKey({ rankingType, scale, ...others }: RankingBoard): number {
  const kind = typeRules[rankingType].keyNumber;
  return packBoardKey({ kind, scale: scaleNumbers[scale], ...others });
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
export function toGrowth(record: number, firstMonth: number): number | null {
  if (firstMonth <= 0 || record < firstMonth) return null;
  return Math.floor((record * 1000) / firstMonth) - 1000;
}

/**
 * Returns the shown units of a record per kg of body weight in hundredths, in steps of 0.05. Finer
 * steps would only rank members by their last weighing. Body weights have one decimal, so the
 * division uses tenths to be exact.
 */
export function toPerWeight(rankingType: RankingType, record: number, weightKg: number): number {
  const tenths = Math.round(weightKg * 10);
  return Math.floor((record * 200) / (tenths * storedPerUnit(rankingType))) * 5;
}
