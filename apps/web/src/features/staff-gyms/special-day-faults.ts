import type { DayHours, StaffGym } from '@tanren/contract/staff-gyms';
import { findClashAround, findHoursFault } from '@tanren/domain/gym-hours';
import { addDays, isGymDay } from '@tanren/domain/gym-time';
import { staffLimits } from '@tanren/domain/staff-texts';
import { explainStaffText } from '#lib/staff-text.ts';
import { orderWords } from './week-faults.ts';

export interface SpecialDayDraft {
  readonly date: string;
  readonly hours: DayHours | null;
  readonly note: string;
}

export interface SpecialDayFaults {
  readonly date?: string;
  readonly hours?: string;
  readonly note?: string;
}

/** By the server's own rules; `today` is the gym day. */
export function findSpecialDayFaults(
  draft: SpecialDayDraft,
  gym: Pick<StaffGym, 'weekly' | 'specialDays'>,
  today: string,
): SpecialDayFaults {
  const date = checkDate(draft.date, today);
  const hours = date === null ? checkHours(draft, gym) : null;
  const note = explainStaffText('理由', draft.note, { most: staffLimits.dayNote, required: false });
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
  if (findHoursFault(hours) !== null) return orderWords;
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
