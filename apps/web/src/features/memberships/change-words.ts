import type { Membership } from '@tanren/contract/memberships/memberships';
import { applyChange, dateChange } from '@tanren/domain/memberships/membership-changes';
import type { ChangeRequestKind } from '@tanren/domain/memberships/membership-requests';
import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import { toTerms } from '#entities/memberships/membership-rights.ts';

/** Explains until which day of the month a request must be made, and what applies after that. */
export function describeNotice(
  kind: Exclude<ChangeRequestKind, 'resume'>,
  noticeDay: number,
): string {
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

export interface ChangeRequest {
  readonly kind: ChangeRequestKind;
  readonly planId?: number;
  /** Duration of a pause in months. Absent for a pause without an end. */
  readonly months?: number;
}

interface PlannedChange {
  readonly fromDay: string;
  readonly lastDay: string | null;
  /** Terms after the change. `null` when the change would have no effect. */
  readonly terms: MembershipTerms | null;
}

/**
 * Returns what becomes of a membership whose change is requested today, by the same rules as the
 * server.
 */
export function planChange(
  membership: Membership,
  { kind, planId = 0, months }: ChangeRequest,
  { today, noticeDay }: { readonly today: string; readonly noticeDay: number },
): PlannedChange {
  const terms = toTerms(membership);
  const days = dateChange({ kind, months }, { terms, today, noticeDay });
  const change = kind === 'plan' ? { kind, planId, ...days } : { kind, ...days };
  return { ...days, terms: applyChange(terms, change, today) };
}

/** Returns whether a pause is running or planned, or `null` when there is none. */
export function findPause({ terms }: Membership, today: string): 'now' | 'later' | null {
  const ahead = terms.filter(({ lastDay }) => lastDay === null || lastDay >= today);
  const pause = ahead.find(({ paused }) => paused);
  if (pause === undefined) return null;
  return pause.fromDay <= today ? 'now' : 'later';
}
