import type { Membership } from '@tanren/contract/memberships/memberships';
import { applyChange, dateChange } from '@tanren/domain/memberships/membership-changes';
import type { MembershipTerms } from '@tanren/domain/memberships/memberships';
import { toTerms } from '#entities/memberships/membership-rights.ts';

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

export interface ChangeRequest {
  readonly kind: 'plan' | 'pause' | 'resume' | 'end';
  readonly planId?: number;
  /** Of a pause; absent: until further notice. */
  readonly months?: number;
}

interface PlannedChange {
  readonly fromDay: string;
  readonly lastDay: string | null;
  /** After it; null: there is nothing that it would change. */
  readonly terms: MembershipTerms | null;
}

/** What becomes of a membership whose change is asked for today, as the server decides it. */
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

/** A pause that is on, or to come. */
export function findPause({ terms }: Membership, today: string): 'now' | 'later' | null {
  const ahead = terms.filter(({ lastDay }) => lastDay === null || lastDay >= today);
  const pause = ahead.find(({ paused }) => paused);
  if (pause === undefined) return null;
  return pause.fromDay <= today ? 'now' : 'later';
}
