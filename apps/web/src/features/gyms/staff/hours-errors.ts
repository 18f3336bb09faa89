import type { ProblemField } from '@tanren/contract/problem';
import type { DayHours, StaffGym } from '@tanren/contract/gyms/staff-gyms';
import {
  findClashAround,
  findHoursError,
  listSpecialDayClashes,
  listWeeklyClashes,
} from '@tanren/domain/gyms/gym-hours';
import { addDays, formatMinute, isGymDay } from '@tanren/domain/gyms/gym-time';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { weekdayNames } from '#lib/dates.ts';
import { explainStaffText } from '#lib/staff-text.ts';

/** Hours of the seven days, Sunday first. `null` for a closed day. */
export type Week = readonly (DayHours | null)[];

/** Errors by day of the week, where 0 is Sunday. */
type WeekErrors = Readonly<Partial<Record<number, string>>>;

/** Validates the week by itself and together with the coming special days. */
export function findWeekErrors(weekly: Week, specialDays: StaffGym['specialDays']): WeekErrors {
  const errors: Record<number, string> = {};
  for (const [day, hours] of weekly.entries()) {
    if (hours !== null && findHoursError(hours) !== null) errors[day] = orderWords;
  }
  for (const day of listWeeklyClashes(weekly)) errors[day] ??= clashWords(weekly, day);
  for (const { weekday } of listSpecialDayClashes({ weekly, specialDays })) {
    errors[weekday] ??= '臨時営業日の営業時間と重なっています';
  }
  return errors;
}

const orderWords = '閉店は、開店より後の時刻にしてください';

function clashWords(weekly: Week, day: number): string {
  const next = (day + 1) % weekly.length;
  const opens = formatMinute(weekly[next]?.opensMinute ?? 0);
  return `${weekdayNames[next]}曜日の開店（${opens}）と重なっています`;
}

/**
 * Maps the days that the server rejected to messages. It may know of a special day that the form
 * does not.
 */
export function locateRejections(fields: readonly Pick<ProblemField, 'path'>[]): WeekErrors {
  const errors: Record<number, string> = {};
  for (const { path } of fields) {
    const [, list, day] = path.split('/');
    if (list === 'weekly' && day !== undefined) {
      errors[Number(day)] = '前後の日の営業時間、または臨時営業日と重なっています';
    }
  }
  return errors;
}

export interface SpecialDayDraft {
  readonly date: string;
  readonly hours: DayHours | null;
  readonly note: string;
}

interface SpecialDayErrors {
  readonly date?: string;
  readonly hours?: string;
  readonly note?: string;
}

/** Validates a special day with the same rules as the server. `today` is the gym day. */
export function findSpecialDayErrors(
  draft: SpecialDayDraft,
  gym: Pick<StaffGym, 'weekly' | 'specialDays'>,
  today: string,
): SpecialDayErrors {
  const date = checkDate(draft.date, today);
  const hours = date === null ? checkHours(draft, gym) : null;
  const note = explainStaffText('理由', draft.note, { max: staffLimits.dayNote, required: false });
  return {
    ...(date === null ? {} : { date }),
    ...(hours === null ? {} : { hours }),
    ...(note === null ? {} : { note }),
  };
}

function checkDate(date: string, today: string): string | null {
  if (!isGymDay(date)) return '日付を入力してください';
  if (date < today) return '今日以降の日付を入力してください';
  if (date <= lastSpecialDay(today)) return null;
  return `${staffLimits.specialDaysAhead}日先までの日付を入力してください`;
}

export function lastSpecialDay(today: string): string {
  return addDays(today, staffLimits.specialDaysAhead);
}

function checkHours(
  { date, hours, note }: SpecialDayDraft,
  { weekly, specialDays }: Pick<StaffGym, 'weekly' | 'specialDays'>,
): string | null {
  if (hours === null) return null;
  if (findHoursError(hours) !== null) return orderWords;
  const others = specialDays.filter((day) => day.date !== date);
  const planned = { weekly, specialDays: [...others, { date, hours, note }] };
  switch (findClashAround(planned, date)) {
    case 'opensMinute':
      return '前日の営業時間と重なっています';
    case 'closesMinute':
      return '翌日の開店と重なっています';
    case null:
      return null;
  }
}
