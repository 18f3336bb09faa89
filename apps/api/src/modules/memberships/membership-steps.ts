import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  applyChange,
  applyOwnChange,
  laterDay,
  type MembershipChange,
} from '@tanren/domain/memberships/membership-changes';
import type {
  ChangeRequestKind,
  MembershipRequestKind,
} from '@tanren/domain/memberships/membership-requests';
import {
  lastDayOf,
  type MembershipTerms,
  startMembership,
} from '@tanren/domain/memberships/memberships';
import { AppError } from '#http/app-error.ts';
import type { Transaction } from '#db/database.ts';
import type { MembershipEventRow } from '#db/schema/memberships.ts';
import type { CancelUncoveredReservations } from '#modules/gyms/affected-reservations.service.ts';
import {
  insertEvent,
  insertMembership,
  listSteps,
  type LockedMembership,
  type NewMembership,
  rejectSecond,
  updateMembership,
} from './membership-rows.ts';

interface Beginning extends Omit<NewMembership, 'terms'> {
  readonly planId: number;
  readonly fromDay: string;
  readonly by: 'member' | 'staff' | 'guardian';
  readonly reason: string;
}

/** Begins a membership. The caller has locked the member and checked the plan. */
export async function beginMembership(
  tx: Transaction,
  { planId, fromDay, by, reason, ...person }: Beginning,
  now: Date,
): Promise<{ readonly membershipId: number; readonly terms: MembershipTerms }> {
  const { sub, gymId, email } = person;
  await rejectSecond(tx, { sub, gymId }, toGymDay(now));
  const terms = startMembership(planId, fromDay);
  const membershipId = await insertMembership(tx, { ...person, terms }, now);
  const about = { sub, gymId, membershipId, planId, fromDay, reason, email };
  await insertEvent(tx, { kind: 'joined', ...about, at: now, by });
  return { membershipId, terms };
}

interface Step {
  readonly locked: LockedMembership;
  readonly change: MembershipChange;
  /** `null` for the member's own step. */
  readonly staffSub: string | null;
  /** Kind of the member's request. `null` if staff act on their own. */
  readonly request: MembershipRequestKind | null;
  readonly reason: string;
  /** Address for the notification. `null` for the address of the steps before. */
  readonly email: string | null;
  /**
   * Number of reservations that staff confirmed to cancel. `null` to cancel all that lose their
   * right.
   */
  readonly cancelAffected: number | null;
}

/**
 * Changes a membership in one transaction with everything that follows from it: its terms, the
 * history, and reservations without a right. The caller has locked it. A member's own step does not
 * change an end or a pause that staff decided. Returns the terms from now on.
 */
export async function takeStep(
  tx: Transaction,
  cancelUncoveredReservations: CancelUncoveredReservations,
  { locked: { row, terms: before }, change: asked, staffSub, cancelAffected, ...step }: Step,
  now: Date,
): Promise<MembershipTerms> {
  const today = toGymDay(now);
  const wished = applyChange(before, asked, today);
  if (wished === null) throw new AppError('change_impossible');
  const terms =
    staffSub === null
      ? applyOwnChange(before, asked, {
          history: (await listSteps(tx, [row.id])).get(row.id) ?? [],
          today,
        })
      : wished;
  if (terms === null) throw new AppError('decided_by_staff');
  const change = { ...asked, fromDay: laterDay(asked.fromDay, today) };
  const email = step.email ?? row.email;
  await updateMembership(tx, { row, email, terms });
  const { id: membershipId, gymId, sub } = row;
  const by = staffSub === null ? 'member' : 'staff';
  const about = { gymId, sub, membershipId, email, at: now, by } as const;
  await insertEvent(tx, { ...step, ...describeStep(change, terms), ...about });
  if (sub !== null) {
    const reason = cancelReasons[change.kind];
    const uncovered = { subs: [sub], gymId, membershipId, staffSub, cancelAffected, reason };
    await cancelUncoveredReservations(tx, uncovered, now);
  }
  return terms;
}

/** Returns the kind, plan and days of a step for the history. */
function describeStep(
  change: MembershipChange,
  after: MembershipTerms,
): Pick<MembershipEventRow, 'kind' | 'planId' | 'fromDay' | 'lastDay'> {
  const { fromDay, lastDay } = change;
  switch (change.kind) {
    case 'plan':
      return { kind: 'plan_changed', planId: change.planId, fromDay, lastDay: null };
    case 'pause':
      return { kind: 'paused', planId: null, fromDay, lastDay };
    case 'resume':
      return { kind: 'resumed', planId: null, fromDay, lastDay: null };
    case 'end':
      return { kind: 'ended', planId: null, fromDay: null, lastDay: addDays(fromDay, -1) };
    case 'continue':
      // An end that staff set remains.
      return { kind: 'end_withdrawn', planId: null, fromDay: null, lastDay: lastDayOf(after) };
  }
}

/**
 * Reasons, which members read, for cancelling a reservation that the change leaves without a right.
 */
const cancelReasons: Readonly<Record<MembershipChange['kind'], string>> = {
  plan: 'プランの変更により、ご利用条件の対象外となったため',
  pause: '休会の期間にあたるため',
  resume: '会員契約の対象外となったため',
  end: '退会により、会員契約の期間外となったため',
  continue: '会員契約の対象外となったため',
};

/** Converts a request about a membership into the change. */
export function toChange(request: {
  readonly kind: ChangeRequestKind;
  readonly planId: number | null;
  readonly fromDay: string;
  readonly lastDay: string | null;
}): MembershipChange {
  const { kind, planId, fromDay, lastDay } = request;
  if (kind !== 'plan') return { kind, fromDay, lastDay };
  if (planId === null) throw new Error('a wish for another plan names none');
  return { kind, planId, fromDay, lastDay };
}
