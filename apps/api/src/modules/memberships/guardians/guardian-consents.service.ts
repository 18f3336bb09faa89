import type { GuardianConsent } from '@tanren/contract/memberships/guardian-consents';
import type { MyMemberships, SentGuardian } from '@tanren/contract/memberships/memberships';
import { isContactEmail, normalizeContactEmail } from '@tanren/domain/gyms/gym-contact';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { ConfirmationSection } from '@tanren/domain/memberships/join-confirmation';
import { laterDay } from '@tanren/domain/memberships/membership-changes';
import {
  type GuardianRelation,
  maxGuardianMails,
  needsGuardian,
} from '@tanren/domain/memberships/minors';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  guardianConsents,
  membershipConfirmations,
  type MembershipRequestRow,
  membershipRequests,
} from '#db/schema/memberships.ts';
import { gyms } from '#db/schema/gyms.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { countConsentsSince, findConsent, queueConsent } from './guardian-consents.store.ts';
import { linkConfirmation } from '#modules/memberships/confirmations/membership-confirmations.store.ts';
import { readJoining } from '#modules/gyms/legal-notices.service.ts';
import { selectRequests } from '#modules/memberships/membership-records.ts';
import { findOwnRequest } from '#modules/memberships/membership-requests.store.ts';
import { insertEvent, lockMembership, requirePlan } from '#modules/memberships/membership-rows.ts';
import { beginMembership } from '#modules/memberships/membership-steps.ts';
import { readName, rejectField } from '#modules/memberships/membership-texts.ts';
import { readMemberships } from '#modules/memberships/memberships.service.ts';
import { closeRequest } from '#modules/memberships/staff-memberships.store.ts';

interface ReadGuardian {
  readonly name: string;
  readonly relation: GuardianRelation;
  readonly email: string;
}

/** Reads the details of a guardian. The member's own address is not the one of a guardian. */
export function readGuardian(
  { name, relation, email: typed }: SentGuardian,
  ownEmail: string | null,
): ReadGuardian {
  const email = normalizeContactEmail(typed);
  if (email === '' || !isContactEmail(email)) throw rejectField('/guardian/email', 'malformed');
  if (email.toLowerCase() === ownEmail?.toLowerCase()) {
    throw rejectField('/guardian/email', 'is the own address of the member');
  }
  return { name: readName(name), relation, email };
}

/** Returns whether a request waits for the consent of a guardian on this day. */
export function isOfMinor(
  { kind, birthDate }: Pick<MembershipRequestRow, 'kind' | 'birthDate'>,
  now: Date,
): boolean {
  return kind === 'join' && birthDate !== null && needsGuardian(birthDate, toGymDay(now));
}

interface GuardianMail {
  readonly sub: string;
  readonly ownEmail: string | null;
  readonly requestId: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Sends the guardian another link, possibly to a corrected address. */
export async function resendGuardianMail(
  db: Queryable,
  { lockAccount }: { readonly lockAccount: LockAccount },
  { sub, ownEmail, requestId, ...sent }: GuardianMail & SentGuardian,
  now: Date,
): Promise<MyMemberships> {
  const guardian = readGuardian(sent, ownEmail);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    const { gymId } = await findOwnRequest(tx, { sub, requestId });
    await lockMembership(tx, { sub, gymId });
    const request = await findOwnRequest(tx, { sub, requestId });
    const isAgreed = await hasConsent(tx, requestId);
    if (request.decidedAt !== null || !isOfMinor(request, now) || isAgreed) {
      throw new AppError('change_impossible');
    }
    const since = new Date(now.getTime() - dayMs);
    if ((await countConsentsSince(tx, requestId, since)) >= maxGuardianMails) {
      throw new AppError('guardian_mail_limit');
    }
    await queueConsent(tx, { requestId, ...guardian }, now);
    return await readMemberships(tx, sub, now);
  });
}

/** Returns whether the guardian has agreed to the request. */
export async function hasConsent(db: Queryable, ofRequest: number): Promise<boolean> {
  const { requestId, outcome } = guardianConsents;
  const outcomes = await db
    .select({ outcome })
    .from(guardianConsents)
    .where(eq(requestId, ofRequest));
  return outcomes.some((one) => one.outcome === 'agreed');
}

/** Throws while a request of a minor has no consent. */
export async function requireConsent(
  db: Queryable,
  request: MembershipRequestRow,
  now: Date,
): Promise<void> {
  if (isOfMinor(request, now) && !(await hasConsent(db, request.id))) {
    throw new AppError('guardian_pending');
  }
}

/** Finds the open application behind a link. Every other link is answered in the same way. */
async function findApplication(db: Queryable, token: string, now: Date) {
  const consent = await findConsent(db, token, now);
  if (consent === null) throw new AppError('not_found');
  const [request] = await selectRequests(db, eq(membershipRequests.id, consent.requestId));
  if (request === undefined || request.row.decidedAt !== null) throw new AppError('not_found');
  return { consent, request };
}

type Application = Awaited<ReturnType<typeof findApplication>>;

/** Returns the confirmation that the minor saw. */
async function readSections(
  db: Queryable,
  { request: { row } }: Application,
): Promise<readonly ConfirmationSection[]> {
  const { requestId, sections } = membershipConfirmations;
  const [shown] = await db
    .select({ sections })
    .from(membershipConfirmations)
    .where(eq(requestId, row.id));
  if (shown === undefined) throw new AppError('not_found');
  return shown.sections;
}

export async function readGuardianConsent(
  db: Queryable,
  token: string,
  now: Date,
): Promise<GuardianConsent> {
  const application = await findApplication(db, token, now);
  const { consent, request } = application;
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, request.row.gymId));
  if (gym === undefined) throw new AppError('not_found');
  return {
    gymName: request.gymName,
    name: request.row.name,
    guardianName: consent.name,
    relation: consent.relation,
    sections: [...(await readSections(db, application))].map(({ heading, lines }) => ({
      heading,
      lines: [...lines],
    })),
    beginsAtOnce: (await readJoining(db, gym)) === 'open',
  };
}

interface GuardianDecision {
  readonly token: string;
  readonly agrees: boolean;
}

/**
 * Decides as the guardian, once. With the consent the contract begins in an open gym, and elsewhere
 * staff may approve it. Without it the application ends, and the member may apply again.
 */
export async function decideAsGuardian(
  db: Queryable,
  { lockAccount }: { readonly lockAccount: LockAccount },
  { token, agrees }: GuardianDecision,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { request: seen } = await findApplication(tx, token, now);
    const { sub, gymId } = seen.row;
    await lockAccount(tx, sub);
    const gym = await lockMembership(tx, { sub, gymId });
    // It is read again under the lock, because the link works once.
    const application = await findApplication(tx, token, now);
    const { consent, request } = application;
    const sections = await readSections(tx, application);
    const texts = sections.map(({ heading, lines }) => [heading, ...lines].join('\n'));
    await tx
      .update(guardianConsents)
      .set({
        tokenHash: null,
        decidedAt: now,
        outcome: agrees ? 'agreed' : 'declined',
        confirmationText: texts.join('\n\n'),
      })
      .where(eq(guardianConsents.id, consent.id));
    if (!agrees) await declineAsGuardian(tx, request.row, now);
    else if (gym.joining === 'open') await beginWithConsent(tx, request.row, now);
  });
}

async function declineAsGuardian(
  tx: Transaction,
  { id, sub, gymId, planId, fromDay, email }: MembershipRequestRow,
  now: Date,
): Promise<void> {
  const about = { sub, gymId, planId, fromDay, email, at: now, by: 'guardian' } as const;
  await insertEvent(tx, { kind: 'declined', request: 'join', ...about });
  await closeRequest(tx, id, { outcome: 'declined', membershipId: null }, now);
}

async function beginWithConsent(
  tx: Transaction,
  { id, sub, gymId, planId, name, nameKana, email, ...request }: MembershipRequestRow,
  now: Date,
): Promise<void> {
  if (planId === null) throw new Error('a wish to join names no plan');
  await requirePlan(tx, { gymId, planId }, 'staff');
  const fromDay = laterDay(request.fromDay, toGymDay(now));
  const person = { sub, gymId, name, nameKana, email };
  const made = { ...person, planId, fromDay, by: 'guardian', reason: '' } as const;
  const { membershipId } = await beginMembership(tx, made, now);
  await linkConfirmation(tx, { requestId: id, membershipId });
  await closeRequest(tx, id, { outcome: 'approved', membershipId }, now);
}
