import { addDays } from '#gyms/gym-time.ts';

/**
 * A machine may be heavier than others of its type at the same shown load. Its offset is the
 * logarithm of the ratio: 0.05 is about 5 % heavier. Members who used another machine the last time
 * show it: a machine is too heavy if they lift less than their strength predicts.
 */

/**
 * Evidence of one workout, or of the sum of many, about an offset. Both are whole numbers, so that
 * sums do not depend on the order and can be taken back exactly.
 */
export interface OffsetEvidence {
  /** Inverse of the variance of the offset. Negative for a workout that raises more doubts than it settles. */
  readonly precision: number;
  /** Offset multiplied by the precision and by 10,000. */
  readonly weighted: number;
}

const weightedScale = 10_000;

/**
 * Shares of the model's own precision and surprise that count. Members differ more than the model
 * knows: in simulations (`bench/strength.bench.ts`) the full values were far too certain.
 */
const precisionShare = 0.25;
const surpriseShare = 0.4;

/** Surprises above so many standard deviations count as this many: they have other causes. */
const maxSurprise = 2.5;

/**
 * Returns the evidence of a workout. `moved` and `learnt` are by how much it raised the mean and
 * lowered the variance of the day's strength. These are the first two derivatives of the likelihood
 * with respect to the offset, divided by the variance.
 */
export function toOffsetEvidence({
  machineOffset,
  moved,
  learnt,
  variance,
}: {
  /** Offset that the prediction assumed. */
  readonly machineOffset: number;
  readonly moved: number;
  readonly learnt: number;
  /** Variance of the day's strength before the workout. */
  readonly variance: number;
}): OffsetEvidence {
  const precision = Math.round((precisionShare * Math.max(learnt / variance, -1)) / variance);
  const sd = Math.sqrt(variance);
  const surprise = Math.min(Math.max(moved / sd, -maxSurprise), maxSurprise);
  return {
    precision,
    weighted:
      weighOffset(machineOffset, precision) -
      Math.round((surpriseShare * surprise * weightedScale) / sd),
  };
}

/**
 * Returns what a workout says about the machine that the member used the last time: the opposite of
 * what it says about its own machine. Record both. A member who grows stronger then makes no machine
 * look lighter, because each machine is left as often as it is entered.
 */
export function toOppositeEvidence(
  { precision, weighted }: OffsetEvidence,
  machineOffset: number,
  lastMachineOffset: number,
): OffsetEvidence {
  const difference = weighted - weighOffset(machineOffset, precision);
  return { precision, weighted: weighOffset(lastMachineOffset, precision) - difference };
}

function weighOffset(offset: number, precision: number): number {
  return Math.round(offset * precision * weightedScale);
}

/** Evidence of one gym day for one machine. */
export interface OffsetDay extends OffsetEvidence {
  readonly gymDay: string;
  /** Number of workouts in the sums. */
  readonly workouts: number;
}

export interface MachineOffset {
  readonly offset: number;
  readonly precision: number;
}

/** Offsets of machines have a standard deviation of about 4 % before anything is known. */
const usualPrecision = 1 / 0.04 ** 2;
/** Older evidence is ignored, because cables and bearings change. */
const rememberedDays = 365;

/**
 * Returns the offset of a machine, shrunk to zero when there is little evidence. After a move only
 * the days since then count.
 */
export function estimateOffset(days: readonly OffsetDay[], today: string): MachineOffset {
  const { precision, weighted } = sumDays(days, today, findClearestMove(days, today)?.sinceDay);
  const total = Math.max(precision, 0) + usualPrecision;
  return { offset: weighted / weightedScale / total, precision: total };
}

/**
 * Returns the offsets relative to their mean. Call it with all machines of one type in a gym,
 * because only their differences can be measured.
 */
export function centerOffsets(offsets: readonly MachineOffset[]): MachineOffset[] {
  if (offsets.length < 2) return [...offsets];
  const total = offsets.reduce((sum, { precision }) => sum + precision, 0);
  const mean = offsets.reduce((sum, { offset, precision }) => sum + offset * precision, 0) / total;
  return offsets.map(({ offset, precision }) => ({ offset: offset - mean, precision }));
}

export interface MachineMove {
  /** Change of the offset in percent. Positive: the machine has become heavier. */
  readonly percent: number;
  readonly sinceDay: string;
}

/** A move is reported from and until so many days after it. */
const minMoveDays = 7;
const maxMoveDays = 60;
/** Both sides need so many workouts. */
const minMoveWorkouts = 8;
/** Smaller changes need no maintenance. */
const minMove = 0.03;
/** The scan compares many days, and every day again, so a change must be far above the noise. */
const moveSds = 4.2;

/** Returns the clearest change of the offset, or `null` if there is no recent one. */
export function findMove(days: readonly OffsetDay[], today: string): MachineMove | null {
  const move = findClearestMove(days, today);
  return move !== null && move.sinceDay >= addDays(today, -maxMoveDays) ? move : null;
}

function findClearestMove(days: readonly OffsetDay[], today: string): MachineMove | null {
  let before = sumDays(days, today);
  let after = noEvidence;
  let clearest = moveSds;
  let move: MachineMove | null = null;
  const [first, last] = [addDays(today, -rememberedDays), addDays(today, -minMoveDays)];
  const newestFirst = days
    .filter(({ gymDay }) => gymDay >= first && gymDay <= today)
    .toSorted((a, b) => (a.gymDay < b.gymDay ? 1 : -1));
  for (const day of newestFirst) {
    before = add(before, day, -1);
    after = add(after, day, 1);
    if (day.gymDay > last || !hasEnough(before) || !hasEnough(after)) continue;
    const change = toMean(after) - toMean(before);
    const sds = Math.abs(change) / Math.sqrt(1 / after.precision + 1 / before.precision);
    if (Math.abs(change) < minMove || sds <= clearest) continue;
    clearest = sds;
    move = { percent: Math.expm1(change) * 100, sinceDay: day.gymDay };
  }
  return move;
}

function hasEnough({ workouts, precision }: EvidenceSum): boolean {
  return workouts >= minMoveWorkouts && precision > 0;
}

type EvidenceSum = Omit<OffsetDay, 'gymDay'>;

const noEvidence: EvidenceSum = { workouts: 0, precision: 0, weighted: 0 };

function add(sum: EvidenceSum, day: EvidenceSum, sign: 1 | -1): EvidenceSum {
  return {
    workouts: sum.workouts + sign * day.workouts,
    precision: sum.precision + sign * day.precision,
    weighted: sum.weighted + sign * day.weighted,
  };
}

/** Sums the remembered days from a day until and including today. */
function sumDays(
  days: readonly OffsetDay[],
  today: string,
  fromDay = addDays(today, -rememberedDays),
): EvidenceSum {
  return days
    .filter(({ gymDay }) => gymDay >= fromDay && gymDay <= today)
    .reduce((sum, day) => add(sum, day, 1), noEvidence);
}

function toMean({ precision, weighted }: OffsetEvidence): number {
  return weighted / weightedScale / precision;
}

export type MachineFeel = 'heavier' | 'lighter';

/** Members notice smaller differences less than the difference between two days. */
const minFelt = 0.03;
const feltSds = 3;

/** Returns how a machine differs from others, or `null` when it does not clearly differ. */
export function describeOffset({ offset, precision }: MachineOffset): MachineFeel | null {
  if (Math.abs(offset) < minFelt || Math.abs(offset) * Math.sqrt(precision) < feltSds) return null;
  return offset > 0 ? 'heavier' : 'lighter';
}
