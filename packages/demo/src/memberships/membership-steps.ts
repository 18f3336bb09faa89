import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import {
  changePlan,
  endMembership,
  firstOfMonth,
  type MembershipTerms,
  pauseMembership,
  startMembership,
} from '@tanren/domain/memberships/memberships';
import type { MembershipEventKind } from '@tanren/domain/memberships/membership-requests';

/** One step of a membership: its change of the terms, and its entry in the history. */
export interface MembershipStep {
  readonly apply: (terms: MembershipTerms) => MembershipTerms;
  readonly event: StepEvent;
}

interface StepEvent {
  readonly kind: MembershipEventKind;
  readonly at: Date;
  readonly by: 'member' | 'staff' | 'system';
  readonly request: null;
  readonly planId: number | null;
  readonly fromDay: string | null;
  readonly lastDay: string | null;
  readonly count: null;
  readonly reason: string;
  readonly email: null;
}

function describe(event: Partial<StepEvent> & Pick<StepEvent, 'at' | 'kind'>): StepEvent {
  return {
    by: 'member',
    request: null,
    planId: null,
    fromDay: null,
    lastDay: null,
    count: null,
    reason: '',
    email: null,
    ...event,
  };
}

/** 5:30, before the gyms open, so that a new member can come on the same day. */
const joiningMinute = 5.5 * 60;
const eveningMinute = 20 * 60;

/**
 * Returns the step of joining. `laterMs` differs between members, so that the numbers of
 * memberships follow the order of joining.
 */
export function join(planId: number, fromDay: string, joinedOn: string, laterMs: number) {
  const at = new Date(toGymInstant(joinedOn, joiningMinute).getTime() + laterMs);
  return {
    apply: () => startMembership(planId, fromDay),
    event: describe({ kind: 'joined', at, planId, fromDay }),
  };
}

/** Returns the evening of the fifth of the month before, in time for the gym's notice day. */
function requestedBefore(fromDay: string): Date {
  return toGymInstant(addDays(firstOfMonth(fromDay, -1), 4), eveningMinute);
}

export function changeTo(planId: number, fromDay: string): MembershipStep {
  const at = requestedBefore(fromDay);
  return {
    apply: (terms) => changePlan(terms, { planId, fromDay }),
    event: describe({ kind: 'plan_changed', at, planId, fromDay }),
  };
}

export function pause(fromDay: string, lastDay: string | null, reason: string): MembershipStep {
  const at = requestedBefore(fromDay);
  return {
    apply: (terms) => pauseMembership(terms, { fromDay, lastDay }),
    event: describe({ kind: 'paused', at, fromDay, lastDay, reason }),
  };
}

export function end(lastDay: string, reason: string): MembershipStep {
  const at = requestedBefore(addDays(lastDay, 1));
  return {
    apply: (terms) => endMembership(terms, lastDay),
    event: describe({ kind: 'ended', at, lastDay, reason }),
  };
}

/** Returns the payment that staff recorded on the third of a month. */
export function recordPayment(month: string): MembershipStep {
  const first = firstOfMonth(month);
  return {
    apply: (terms) => terms,
    event: describe({
      kind: 'payment_noted',
      by: 'staff',
      at: toGymInstant(addDays(first, 2), 11 * 60),
      reason: `${Number(first.slice(5, 7))}月分の会費（口座振替）`,
    }),
  };
}

export function deleteAccount(at: Date): MembershipStep {
  return {
    apply: (terms) => terms,
    event: describe({ kind: 'account_deleted', by: 'system', at }),
  };
}
