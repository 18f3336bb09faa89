import type { DayHours, StaffGym } from '@tanren/contract/staff-gyms';
import type { ProblemField } from '@tanren/contract/problem';
import { findHoursFault, listSpecialDayClashes, listWeeklyClashes } from '@tanren/domain/gym-hours';
import { formatMinute, weekdayNames } from '#lib/hours-words.ts';

type Week = readonly (DayHours | null)[];

/** What is wrong, by the day of the week, 0 is Sunday. */
export type WeekFaults = Readonly<Partial<Record<number, string>>>;

/** Of the week by itself, and beside the special days to come. */
export function findWeekFaults(weekly: Week, specialDays: StaffGym['specialDays']): WeekFaults {
  const faults: Record<number, string> = {};
  for (const [day, hours] of weekly.entries()) {
    if (hours !== null && findHoursFault(hours) !== null) faults[day] = orderWords;
  }
  for (const day of listWeeklyClashes(weekly)) faults[day] ??= clashWords(weekly, day);
  for (const { weekday } of listSpecialDayClashes({ weekly, specialDays })) {
    faults[weekday] ??= '臨時営業日の営業時間と重なっています';
  }
  return faults;
}

export const orderWords = '閉店は、開店より後の時刻にしてください';

function clashWords(weekly: Week, day: number): string {
  const next = (day + 1) % weekly.length;
  const opens = formatMinute(weekly[next]?.opensMinute ?? 0);
  return `${weekdayNames[next]}曜日の開店（${opens}）と重なっています`;
}

/** What the server refuses though our rules had not: a special day beside it, perhaps. */
export function locateRefusals(fields: readonly Pick<ProblemField, 'path'>[]): WeekFaults {
  const faults: Record<number, string> = {};
  for (const { path } of fields) {
    const [, list, day] = path.split('/');
    if (list === 'weekly' && day !== undefined) {
      faults[Number(day)] = '前後の日の営業時間、または臨時営業日と重なっています';
    }
  }
  return faults;
}
