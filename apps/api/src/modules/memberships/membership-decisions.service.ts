import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { laterDay } from '@tanren/domain/memberships/membership-changes';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { GymRow } from '#db/schema/gyms.ts';
import type { MembershipRequestRow } from '#db/schema/memberships.ts';
import { readStaffReason } from '#modules/staff/audit-log.service.ts';
import { linkConfirmation } from './confirmations/membership-confirmations.store.ts';
import { requireConsent } from './guardians/guardian-consents.service.ts';
import { findMembership, insertEvent, lockMembership, requirePlan } from './membership-rows.ts';
import { beginMembership, takeStep, toChange } from './membership-steps.ts';
import { logStep } from './log-step.ts';
import type { StaffMembershipParts } from './staff-memberships.service.ts';
import { closeRequest, findRequest } from './staff-memberships.store.ts';

interface Decision {
  readonly staffSub: string;
  readonly requestId: number;
  readonly approve: boolean;
  readonly reason?: string;
  readonly cancelAffected?: number;
}

/**
 * Decides on a request. Repeating the same decision changes nothing. A late decision takes effect
 * today.
 */
export async function decideRequest(
  db: Queryable,
  parts: StaffMembershipParts,
  { staffSub, requestId, approve, cancelAffected = 0, ...sent }: Decision,
  now: Date,
): Promise<void> {
  const reason = readStaffReason(sent.reason ?? '', !approve);
  await db.transaction(async (tx) => {
    await parts.lockAccount(tx, staffSub);
    const seen = await findRequest(tx, requestId);
    if (seen === null) throw new AppError('not_found');
    const gym = await lockMembership(tx, seen);
    // The request is read again under the lock: it may have been decided, withdrawn or erased
    // meanwhile.
    const request = await findRequest(tx, requestId);
    if (request === null) throw new AppError('not_found');
    const outcome = approve ? 'approved' : 'declined';
    if (request.decidedAt !== null) {
      if (request.outcome === outcome) return;
      throw new AppError('stale_version');
    }
    // A member's end is not for staff to decline. A pending one is from the previous release.
    if (request.kind === 'end' && !approve) throw new AppError('change_impossible');
    const decision = { request, gym, staffSub, reason, cancelAffected };
    const membershipId = approve
      ? await approveRequest(tx, parts, decision, now)
      : await decline(tx, decision, now);
    await closeRequest(tx, requestId, { outcome, membershipId }, now);
  });
}

interface DecidedRequest {
  readonly request: MembershipRequestRow;
  readonly gym: GymRow;
  readonly staffSub: string;
  readonly reason: string;
  readonly cancelAffected: number;
}

async function decline(
  tx: Transaction,
  { request, gym, staffSub, reason }: DecidedRequest,
  now: Date,
): Promise<number | null> {
  const { sub, gymId, membershipId, kind, planId, fromDay, lastDay, email } = request;
  const about = { sub, gymId, membershipId, planId, fromDay, lastDay, email, reason };
  await insertEvent(tx, { kind: 'declined', request: kind, ...about, at: now, by: 'staff' });
  await logStep(tx, { staffSub, action: 'membership.decline', gym, memberSub: sub, reason }, now);
  return membershipId;
}

/** Approves a request and returns the membership, which a request to join creates. */
async function approveRequest(
  tx: Transaction,
  parts: StaffMembershipParts,
  { request, gym, staffSub, reason, cancelAffected }: DecidedRequest,
  now: Date,
): Promise<number> {
  const { sub, gymId, kind, planId, email } = request;
  if (planId !== null) await requirePlan(tx, { gymId, planId }, 'staff');
  const logged = { staffSub, action: 'membership.approve', gym, memberSub: sub, reason } as const;
  if (kind === 'join') {
    await requireConsent(tx, request, now);
    if (planId === null) throw new Error('a wish to join names no plan');
    const fromDay = laterDay(request.fromDay, toGymDay(now));
    const { name, nameKana } = request;
    const made = {
      sub,
      gymId,
      name,
      nameKana,
      email,
      planId,
      fromDay,
      by: 'staff',
      reason,
    } as const;
    const { membershipId, terms } = await beginMembership(tx, made, now);
    await linkConfirmation(tx, { requestId: request.id, membershipId });
    await logStep(tx, { ...logged, after: terms }, now);
    return membershipId;
  }
  const locked =
    request.membershipId === null ? null : await findMembership(tx, request.membershipId);
  if (locked === null) throw new AppError('not_found');
  const change = toChange({ ...request, kind });
  const step = { locked, change, staffSub, request: kind, reason, email, cancelAffected };
  const after = await takeStep(tx, parts.cancelUncoveredReservations, step, now);
  await logStep(tx, { ...logged, before: locked.terms, after }, now);
  return locked.row.id;
}
