import { formatMinute, nameWeekday } from '#gyms/gym-time.ts';
import type { PlanRights } from './memberships.ts';

export type PlanTimes = Pick<PlanRights, 'weekdays' | 'fromMinute' | 'untilMinute'>;

/** End of the following day, in minutes. No opening hours end later. */
const latestMinute = 2 * 24 * 60;

/** Describes when a plan is valid: `営業時間中いつでも`, `月〜金曜日 10:00〜17:00`, `土・日曜日 営業時間中`. */
export function describePlanTimes(plan: PlanTimes): string {
  const days = nameDays(plan.weekdays);
  const hours = nameHours(plan);
  if (hours === null) return days === everyDay ? '営業時間中いつでも' : `${days} 営業時間中`;
  return `${days} ${hours}`;
}

const everyDay = '毎日';

/** Names the weekdays, Monday first. */
function nameDays(weekdays: readonly number[]): string {
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => weekdays.includes(day));
  const key = days.join('');
  if (key === '1234560') return everyDay;
  if (key === '12345') return '月〜金曜日';
  return `${days.map(nameWeekday).join('・')}曜日`;
}

/** Names the hours of a plan. Returns `null` when they are the opening hours of the gym. */
function nameHours({ fromMinute, untilMinute }: PlanTimes): string | null {
  const isFromOpening = fromMinute === 0;
  const isToClosing = untilMinute >= latestMinute;
  if (isFromOpening && isToClosing) return null;
  if (isFromOpening) return `${formatMinute(untilMinute)}まで`;
  if (isToClosing) return `${formatMinute(fromMinute)}から`;
  return `${formatMinute(fromMinute)}〜${formatMinute(untilMinute)}`;
}

/** Describes the monthly limit, such as `月8回まで`. */
export function describePlanVisits({ visitsPerMonth }: Pick<PlanRights, 'visitsPerMonth'>): string {
  return visitsPerMonth === null ? '回数制限なし' : `月${visitsPerMonth}回まで`;
}
