import { createHash } from 'node:crypto';
import type {
  JoinConfirmation,
  MembershipConfirmation,
} from '@tanren/contract/memberships/membership-confirmations';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { composeConfirmation } from '@tanren/domain/memberships/join-confirmation';
import { joinableDays } from '@tanren/domain/memberships/membership-changes';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import type { GymRow, SubscriptionPlanRow } from '#db/schema/gyms.ts';
import { readGym } from '#modules/gyms/gyms.service.ts';
import { readJoining, readLegalNotice } from '#modules/gyms/legal-notices.service.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { requirePlan } from '#modules/memberships/membership-rows.ts';
import { readDay } from '#modules/memberships/membership-texts.ts';
import {
  findConfirmation,
  type FoundConfirmation,
  insertConfirmation,
} from './membership-confirmations.store.ts';

/** Returns the first day of a membership that a member requests, or rejects it. */
export function readFirstDay(day: string, where: 'body' | 'querystring', now: Date): string {
  const today = toGymDay(now);
  return readDay('fromDay', day, { from: today, until: addDays(today, joinableDays) }, where);
}

interface Application {
  /** The gym, which accepts new members as it does now (`readJoining`). */
  readonly gym: GymRow;
  readonly plan: SubscriptionPlanRow;
  readonly fromDay: string;
  readonly isMinor: boolean;
}

/** Composes what a member must see before the application, from what is valid now. */
async function compose(db: Queryable, application: Application) {
  const { gym } = application;
  const notice = await readLegalNotice(db, gym.id);
  const composed = composeConfirmation({ ...application, joining: gym.joining, notice });
  const digest = createHash('sha256').update(composed.text).digest('hex');
  return { ...composed, digest };
}

interface ConfirmationRequest {
  readonly gymId: number;
  readonly planId: number;
  readonly fromDay: string;
  readonly isMinor?: boolean;
}

export async function readJoinConfirmation(
  db: Queryable,
  { gymId, planId, fromDay, isMinor = false }: ConfirmationRequest,
  now: Date,
): Promise<JoinConfirmation> {
  const gym = await readGym(db, gymId);
  const joining = await readJoining(db, gym);
  const { version, digest, sections } = await compose(db, {
    gym: { ...gym, joining },
    plan: await requirePlan(db, { gymId, planId }, 'member'),
    fromDay: readFirstDay(fromDay, 'querystring', now),
    isMinor,
  });
  return { version, digest, sections: copySections(sections) };
}

function copySections(
  sections: FoundConfirmation['row']['sections'],
): JoinConfirmation['sections'] {
  return sections.map(({ heading, lines }) => ({ heading, lines: [...lines] }));
}

/**
 * Returns the confirmation that is valid now. Rejects the application of a member who has not seen
 * exactly this one. The caller has locked the rules of the gym.
 */
export async function requireConfirmation(
  tx: Transaction,
  application: Application,
  seenDigest: string | undefined,
) {
  const confirmation = await compose(tx, application);
  if (confirmation.digest !== seenDigest) throw new AppError('confirmation_changed');
  return confirmation;
}

interface Agreed {
  readonly sub: string;
  readonly gymId: number;
  readonly requestId: number;
  readonly membershipId: number | null;
}

/** Stores what the member saw, in the transaction of the application. */
export async function storeConfirmation(
  tx: Transaction,
  { version, digest, sections, text }: Awaited<ReturnType<typeof requireConfirmation>>,
  agreed: Agreed,
  now: Date,
): Promise<void> {
  await insertConfirmation(tx, { ...agreed, version, digest, sections, text, agreedAt: now });
}

function toWire({ row, gymName }: FoundConfirmation): MembershipConfirmation {
  const { id, gymId, version, sections, agreedAt } = row;
  return {
    confirmationId: id,
    gymId,
    gymName,
    version,
    sections: copySections(sections),
    agreedAt: agreedAt.toISOString(),
  };
}

export async function readOwnConfirmation(
  db: Queryable,
  { sub, confirmationId }: { readonly sub: string; readonly confirmationId: number },
): Promise<MembershipConfirmation> {
  const found = await findConfirmation(db, confirmationId);
  if (found?.row.sub !== sub) throw new AppError('not_found');
  return toWire(found);
}

interface StaffView {
  readonly staffSub: string;
  readonly confirmationId: number;
}

/** Reads a confirmation for staff. Each view is logged. */
export async function viewConfirmation(
  db: Queryable,
  lockAccount: LockAccount,
  { staffSub, confirmationId }: StaffView,
  now: Date,
): Promise<MembershipConfirmation> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const found = await findConfirmation(tx, confirmationId);
    if (found === null) throw new AppError('not_found');
    const { sub } = found.row;
    const about = { target: `${found.gymName}・最終確認`, ...(sub && { memberSub: sub }) };
    await logAuditEntry(tx, { staffSub, action: 'membership.view', ...about }, now);
    return toWire(found);
  });
}
