import { toGymInstant } from './gym-instants.ts';

/** In minutes after midnight of the gym day; `closesMinute` may pass 24:00, up to 48:00. */
export interface DayHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** A day that differs from its week: closed when `hours` is null. */
export interface SpecialDay {
  readonly date: string;
  readonly hours: DayHours | null;
  readonly note: string;
}

export interface GymHours {
  /** By the day of the week, Sunday first; null: closed. */
  readonly weekly: readonly (DayHours | null)[];
  readonly specialDays: readonly SpecialDay[];
}

export interface OpenTime {
  readonly opensAt: Date;
  readonly closesAt: Date;
}

export function findSpecialDay({ specialDays }: GymHours, gymDay: string): SpecialDay | null {
  return specialDays.find(({ date }) => date === gymDay) ?? null;
}

/** The hours that hold on a gym day, its week's or its own; null: closed. */
export function findDayHours(hours: GymHours, gymDay: string): DayHours | null {
  const special = findSpecialDay(hours, gymDay);
  return special === null ? (hours.weekly[weekday(gymDay)] ?? null) : special.hours;
}

/** When a gym has open on one of its days; null: closed. */
export function findOpenTime(hours: GymHours, gymDay: string): OpenTime | null {
  const day = findDayHours(hours, gymDay);
  if (day === null) return null;
  return {
    opensAt: toGymInstant(gymDay, day.opensMinute),
    closesAt: toGymInstant(gymDay, day.closesMinute),
  };
}

/** 0 is Sunday. */
export function weekday(gymDay: string): number {
  return new Date(`${gymDay}T00:00:00Z`).getUTCDay();
}
