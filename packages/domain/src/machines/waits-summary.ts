import type { TypeHourWait } from './machine-waits.ts';

export const weekParts = ['weekdays', 'weekend'] as const;
export type WeekPart = (typeof weekParts)[number];

export interface TypeWaits {
  readonly workoutTypeId: number;
  readonly machines: number;
  /** Number of bouts in the measured days. */
  readonly bouts: number;
  /** Minutes that all people together waited, and would have waited less with one machine more. */
  readonly waitMinutes: number;
  readonly savedMinutes: number;
  /** Mean wait in the hours in which the type was used. */
  readonly hours: readonly {
    readonly part: WeekPart;
    readonly hour: number;
    readonly waitSeconds: number;
  }[];
}

/** Returns the waits of each type, those first that one more machine would help most. */
export function summarizeWaits(rows: readonly TypeHourWait[]): TypeWaits[] {
  return listTypes(rows)
    .map((workoutTypeId): TypeWaits => {
      const own = rows.filter((row) => row.workoutTypeId === workoutTypeId);
      const sum = (count: (row: TypeHourWait) => number) =>
        own.reduce((total, row) => total + count(row), 0);
      return {
        workoutTypeId,
        machines: own[0]?.machines ?? 0,
        bouts: sum(({ bouts }) => bouts),
        waitMinutes: Math.round(sum((row) => row.bouts * row.waitSeconds) / 60),
        savedMinutes: Math.round(
          sum((row) => row.bouts * (row.waitSeconds - row.waitSecondsWithMore)) / 60,
        ),
        hours: weekParts.flatMap((part) => meanWaits(own, part)),
      };
    })
    .toSorted((a, b) => b.savedMinutes - a.savedMinutes || a.workoutTypeId - b.workoutTypeId);
}

function listTypes(rows: readonly TypeHourWait[]): number[] {
  return [...new Set(rows.map(({ workoutTypeId }) => workoutTypeId))];
}

function meanWaits(rows: readonly TypeHourWait[], part: WeekPart) {
  const sums = new Map<number, { bouts: number; seconds: number }>();
  for (const { weekday, hour, bouts, waitSeconds } of rows) {
    if (findWeekPart(weekday) !== part) continue;
    const { bouts: before, seconds } = sums.get(hour) ?? { bouts: 0, seconds: 0 };
    sums.set(hour, { bouts: before + bouts, seconds: seconds + bouts * waitSeconds });
  }
  return [...sums]
    .map(([hour, { bouts, seconds }]) => ({ part, hour, waitSeconds: Math.round(seconds / bouts) }))
    .toSorted((a, b) => a.hour - b.hour);
}

function findWeekPart(weekday: number): WeekPart {
  return weekday === 0 || weekday === 6 ? 'weekend' : 'weekdays';
}

/** Number of queues that are named in words. */
const namedQueues = 3;
/** A shorter mean wait is no queue. */
const minQueueSeconds = 60;
/** Fewer bouts in an hour are chance. */
const minQueueBouts = 2;

/** Returns the longest queues by mean wait, one of each type. */
export function findLongestQueues(rows: readonly TypeHourWait[]): TypeHourWait[] {
  const queues = rows
    .filter(
      ({ bouts, days, waitSeconds }) =>
        waitSeconds >= minQueueSeconds && bouts >= minQueueBouts * days,
    )
    .toSorted((a, b) => b.waitSeconds - a.waitSeconds);
  return listTypes(queues)
    .flatMap((typeId) => queues.find(({ workoutTypeId }) => workoutTypeId === typeId) ?? [])
    .slice(0, namedQueues);
}
