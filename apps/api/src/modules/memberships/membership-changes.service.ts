import type { StaffMembershipDetail } from '@tanren/contract/memberships/staff-memberships';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  type MembershipChange,
  staffDaysAhead,
} from '@tanren/domain/memberships/membership-changes';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { readStaffReason } from '#modules/staff/audit-log.service.ts';
import { requireMember } from '#modules/staff/find-members.service.ts';
import { findEmail, recordPayment } from './membership-payments.ts';
import { findMembership, lockMembership, rejectPending, requirePlan } from './membership-rows.ts';
import { beginMembership, takeStep } from './membership-steps.ts';
import {
  readDay,
  readName,
  readNameKana,
  rejectField,
  rejectUnknownFields,
} from './membership-texts.ts';
import { logStep } from './log-step.ts';
import { readDetail, type StaffMembershipParts } from './staff-memberships.service.ts';
import { findPlace, updateNameKana } from './staff-memberships.store.ts';

interface Enrolment {
  readonly staffSub: string;
  readonly gymId: number;
  readonly member: string;
  readonly planId: number;
  readonly fromDay: string;
  readonly name: string;
  readonly nameKana?: string;
  readonly reason: string;
}

export async function enrol(
  db: Queryable,
  { lockAccount, accounts }: StaffMembershipParts,
  { staffSub, gymId, member: sub, planId, ...sent }: Enrolment,
  now: Date,
): Promise<StaffMembershipDetail> {
  const name = readName(sent.name);
  const nameKana = readNameKana(sent.nameKana);
  const reason = readStaffReason(sent.reason);
  const fromDay = readStaffDay('fromDay', sent.fromDay, now);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const gym = await lockMembership(tx, { sub, gymId });
    // The member is looked up under the member's lock, which deleting the account takes too: either
    // the lookup fails, or the deletion erases this membership's account as well.
    const { email } = await requireMember(tx, accounts, sub);
    await requirePlan(tx, { gymId, planId }, 'staff');
    await rejectPending(tx, { sub, gymId });
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
    const action = 'membership.enrol' as const;
    await logStep(tx, { staffSub, action, gym, memberSub: sub, reason, after: terms }, now);
    return await readDetail(tx, membershipId, now);
  });
}

function readStaffDay(field: string, day: string | undefined, now: Date): string {
  const today = toGymDay(now);
  return readDay(field, day, { from: today, until: addDays(today, staffDaysAhead) });
}

interface StaffChange {
  readonly staffSub: string;
  readonly membershipId: number;
  readonly kind: MembershipChange['kind'] | 'payment';
  readonly planId?: number;
  readonly fromDay?: string;
  readonly lastDay?: string;
  readonly version: number;
  readonly reason: string;
  readonly cancelAffected?: number;
}

/**
 * Changes a membership: another plan, a pause or its end, an end or its withdrawal, or a received
 * payment.
 */
export async function changeMembership(
  db: Queryable,
  parts: StaffMembershipParts,
  sent: StaffChange,
  now: Date,
): Promise<StaffMembershipDetail> {
  const reason = readStaffReason(sent.reason);
  const change = readChange(sent, now);
  const { staffSub, membershipId, version, cancelAffected = 0 } = sent;
  return await db.transaction(async (tx) => {
    await parts.lockAccount(tx, staffSub);
    const gym = await lockMembership(tx, await findPlace(tx, membershipId));
    const locked = await findMembership(tx, membershipId);
    if (locked === null) throw new AppError('not_found');
    if (locked.row.version !== version) throw new AppError('stale_version');
    const memberSub = locked.row.sub;
    const email = memberSub === null ? null : await findEmail(tx, parts, memberSub);
    const logged = { staffSub, gym, memberSub, reason };
    if (change.kind === 'payment') {
      await recordPayment(tx, { locked, ...change, reason, email }, now);
      await logStep(tx, { ...logged, action: 'membership.payment' }, now);
    } else {
      if (change.kind === 'plan') {
        await requirePlan(tx, { gymId: gym.id, planId: change.planId }, 'staff');
      }
      const step = { locked, change, staffSub, request: null, reason, email, cancelAffected };
      const after = await takeStep(tx, parts.cancelUncoveredReservations, step, now);
      const action = `membership.${change.kind}` as const;
      await logStep(tx, { ...logged, action, before: locked.terms, after }, now);
    }
    return await readDetail(tx, membershipId, now);
  });
}

interface NamedMembership {
  readonly staffSub: string;
  readonly membershipId: number;
  readonly nameKana: string;
}

/**
 * Writes the フリガナ of a membership. It is no step of the contract: the member gets no mail, and the
 * log has no part of the name.
 */
export async function setNameKana(
  db: Queryable,
  { lockAccount }: StaffMembershipParts,
  { staffSub, membershipId, ...sent }: NamedMembership,
  now: Date,
): Promise<StaffMembershipDetail> {
  const nameKana = readNameKana(sent.nameKana);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const gym = await lockMembership(tx, await findPlace(tx, membershipId));
    const locked = await findMembership(tx, membershipId);
    if (locked === null) throw new AppError('not_found');
    const { row } = locked;
    // The erasure of an account removes the フリガナ, and staff do not bring it back.
    if (row.sub === null) throw new AppError('change_impossible');
    if (row.nameKana !== nameKana) {
      await updateNameKana(tx, membershipId, nameKana);
      const action = 'membership.name-kana' as const;
      await logStep(tx, { staffSub, action, gym, memberSub: row.sub, reason: '' }, now);
    }
    return await readDetail(tx, membershipId, now);
  });
}

interface Payment {
  readonly kind: 'payment';
  /** Day on which the payment came. `null` if staff did not enter one. */
  readonly fromDay: string | null;
}

/** Reads a change. Each kind takes the fields it needs, and no others. */
function readChange(sent: StaffChange, now: Date): MembershipChange | Payment {
  const { kind, planId, fromDay, lastDay } = sent;
  if (kind !== 'plan') rejectUnknownFields({ planId });
  if (kind !== 'pause') rejectUnknownFields({ lastDay });
  switch (kind) {
    case 'payment':
      return { kind, fromDay: fromDay === undefined ? null : readPaymentDay(fromDay, now) };
    case 'continue':
      rejectUnknownFields({ fromDay });
      return { kind, fromDay: toGymDay(now), lastDay: null };
    case 'end':
      // Staff name the last day of the membership.
      return { kind, fromDay: addDays(readStaffDay('fromDay', fromDay, now), 1), lastDay: null };
    case 'plan': {
      if (planId === undefined) throw rejectField('/planId', 'is missing');
      return { kind, planId, fromDay: readStaffDay('fromDay', fromDay, now), lastDay: null };
    }
    case 'resume':
      return { kind, fromDay: readStaffDay('fromDay', fromDay, now), lastDay: null };
    case 'pause': {
      const first = readStaffDay('fromDay', fromDay, now);
      const until = addDays(toGymDay(now), staffDaysAhead);
      const last =
        lastDay === undefined ? null : readDay('lastDay', lastDay, { from: first, until });
      return { kind, fromDay: first, lastDay: last };
    }
  }
}

/** Reads the day of a payment, which may be some time ago. */
function readPaymentDay(day: string, now: Date): string {
  const today = toGymDay(now);
  const [from, until] = [addDays(today, -staffDaysAhead), addDays(today, staffDaysAhead)];
  return readDay('fromDay', day, { from, until });
}
