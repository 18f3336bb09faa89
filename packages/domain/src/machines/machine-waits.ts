import { type GymHours, gymDayOf } from '#gyms/gym-hours.ts';
import { toGymInstant, weekday as findWeekday } from '#gyms/gym-time.ts';
import { type HourDemand, simulateQueue } from './queue.ts';

/** Number of gym days that are measured. Four weeks have each weekday equally often. */
export const measuredDays = 28;
/** Fewer days with a bout say too little about the usual waits of a gym. */
export const minMeasuredDays = 14;
/** Number of days of a weekday from which its waits are shown to members. */
export const minWeekdays = 3;

/** Use of the machines of one type in one hour of a weekday, summed over the measured days. */
export interface TypeHourUse {
  readonly workoutTypeId: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Hours after midnight of the gym day. 25 is one o'clock in the next morning. */
  readonly hour: number;
  /** Number of bouts that began in the hour, and their total length. */
  readonly bouts: number;
  readonly boutSeconds: number;
  /** Total time in the hour in which the machines were used. */
  readonly busySeconds: number;
}

export interface TypeBout {
  readonly workoutTypeId: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

export interface MeasuredUse {
  /** Number of gym days with a bout by weekday. Sunday is first. */
  readonly days: readonly number[];
  readonly uses: readonly TypeHourUse[];
}

const hourSeconds = 3600;

/** Sums bouts by type, weekday and hour. Bouts of other gym days are left out. */
export function sumUses(
  bouts: readonly TypeBout[],
  hours: GymHours,
  [fromDay, toDay]: readonly [string, string],
): MeasuredUse {
  const gymDays = new Set<string>();
  const sums = new Map<string, Writable<TypeHourUse>>();
  for (const { workoutTypeId, startedAt, endedAt } of bouts) {
    const gymDay = gymDayOf(startedAt, hours);
    if (gymDay < fromDay || gymDay > toDay) continue;
    gymDays.add(gymDay);
    const midnight = toGymInstant(gymDay, 0).getTime();
    const [from, to] = [startedAt, endedAt].map((at) => (at.getTime() - midnight) / 1000);
    if (from === undefined || to === undefined) continue;
    const first = Math.floor(from / hourSeconds);
    for (let hour = first; hour * hourSeconds < to || hour === first; hour += 1) {
      const weekday = findWeekday(gymDay);
      const key = `${workoutTypeId} ${weekday} ${hour}`;
      const none = { workoutTypeId, weekday, hour, bouts: 0, boutSeconds: 0, busySeconds: 0 };
      const sum = sums.get(key) ?? none;
      sums.set(key, sum);
      const [begin, end] = [Math.max(from, hour * hourSeconds), (hour + 1) * hourSeconds];
      sum.busySeconds += Math.min(to, end) - begin;
      if (hour > first) continue;
      sum.bouts += 1;
      sum.boutSeconds += to - from;
    }
  }
  const weekdays = [...gymDays].map(findWeekday);
  return {
    days: Array.from({ length: 7 }, (_, at) => weekdays.filter((day) => day === at).length),
    uses: [...sums.values()].map((sum) => ({
      ...sum,
      boutSeconds: Math.round(sum.boutSeconds),
      busySeconds: Math.round(sum.busySeconds),
    })),
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface TypeHourWait extends TypeHourUse {
  /** Number of gym days of this weekday on which the gym was used. */
  readonly days: number;
  readonly machines: number;
  /** Mean wait, and the wait that one of twenty people exceeds. */
  readonly waitSeconds: number;
  readonly longWaitSeconds: number;
  /** Mean wait with one machine more. */
  readonly waitSecondsWithMore: number;
}

/** Returns the waits of one type on one weekday in the hours in which bouts began. */
export function estimateWaits(
  uses: readonly TypeHourUse[],
  days: number,
  machines: number,
): TypeHourWait[] {
  const used = uses.filter(({ bouts }) => bouts > 0).toSorted((a, b) => a.hour - b.hour);
  const demand = used.map(({ hour, bouts, boutSeconds }): HourDemand => ({
    hour,
    bouts: bouts / days,
    boutSeconds: boutSeconds / bouts,
  }));
  const [now, more] = [simulateQueue(demand, machines), simulateQueue(demand, machines + 1)];
  return used.map((use, at) => ({
    ...use,
    days,
    machines,
    waitSeconds: now[at]?.waitSeconds ?? 0,
    longWaitSeconds: now[at]?.longWaitSeconds ?? 0,
    waitSecondsWithMore: more[at]?.waitSeconds ?? 0,
  }));
}
