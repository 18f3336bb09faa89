import type { Membership } from '@tanren/contract/memberships';
import { addDays } from '@tanren/domain/gym-time';
import { firstOfMonth } from '@tanren/domain/memberships';

/** Until which day of a month one has to ask, and what follows from it. */
export function describeNotice(kind: 'plan' | 'pause' | 'end', noticeDay: number): string {
  const inTime = `${noticeDay}日までのお手続きで、`;
  const late = `${noticeDay}日を過ぎると、`;
  switch (kind) {
    case 'plan':
      return `${inTime}翌月1日から変わります。${late}翌々月1日からになります。`;
    case 'pause':
      return `${inTime}翌月1日から休会できます。${late}翌々月1日からになります。`;
    case 'end':
      return `${inTime}当月末に退会となります。${late}翌月末の退会となります。`;
  }
}

/** The last day of a pause of whole months; null: until further notice. */
export function findLastDayOfPause(fromDay: string, months: number | null): string | null {
  return months === null ? null : addDays(firstOfMonth(fromDay, months), -1);
}

/** A pause that is on, or to come. */
export function findPause({ terms }: Membership, today: string): 'now' | 'later' | null {
  const ahead = terms.filter(({ lastDay }) => lastDay === null || lastDay >= today);
  const pause = ahead.find(({ paused }) => paused);
  if (pause === undefined) return null;
  return pause.fromDay <= today ? 'now' : 'later';
}
