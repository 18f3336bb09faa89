import { createHash } from 'node:crypto';
import type { Guardian } from '@tanren/contract/memberships/memberships';
import { guardianRetentionDays } from '@tanren/domain/memberships/minors';
import { and, count, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { type GuardianConsentRow, guardianConsents } from '#db/schema/memberships.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Returns the newest mail of each request. */
export async function listNewestConsents(
  db: Queryable,
  requestIds: readonly number[],
): Promise<Map<number, GuardianConsentRow>> {
  if (requestIds.length === 0) return new Map();
  const { requestId, id } = guardianConsents;
  const rows = await db
    .selectDistinctOn([requestId])
    .from(guardianConsents)
    .where(inArray(requestId, [...requestIds]))
    .orderBy(requestId, desc(id));
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** Describes the guardian of a request of a minor. The details may have been deleted. */
export function toWireGuardian(row: GuardianConsentRow | undefined, now: Date): Guardian {
  if (row === undefined) return { name: '', relation: 'other', email: '', state: 'expired' };
  const { name, relation, email, outcome, expiresAt } = row;
  const isExpired = expiresAt !== null && expiresAt <= now;
  const open = isExpired ? 'expired' : 'waiting';
  return { name, relation, email: email ?? '', state: outcome === 'agreed' ? 'agreed' : open };
}

interface NewConsent extends Pick<GuardianConsentRow, 'name' | 'relation'> {
  readonly requestId: number;
  readonly email: string;
}

/** Queues a mail to the guardian, which makes the links of earlier ones useless. */
export async function queueConsent(tx: Transaction, consent: NewConsent, now: Date): Promise<void> {
  const { requestId } = guardianConsents;
  await tx
    .update(guardianConsents)
    .set({ tokenHash: null, email: null })
    .where(eq(requestId, consent.requestId));
  await tx.insert(guardianConsents).values({ ...consent, queuedAt: now });
}

export async function countConsentsSince(
  db: Queryable,
  ofRequest: number,
  since: Date,
): Promise<number> {
  const { requestId, queuedAt } = guardianConsents;
  const [counted] = await db
    .select({ mails: count() })
    .from(guardianConsents)
    .where(and(eq(requestId, ofRequest), gt(queuedAt, since)));
  return counted?.mails ?? 0;
}

/** Returns the mail with this token, unless its link was used or replaced, or has expired. */
export async function findConsent(
  db: Queryable,
  token: string,
  now: Date,
): Promise<GuardianConsentRow | null> {
  const { tokenHash, decidedAt, expiresAt } = guardianConsents;
  const [found] = await db
    .select()
    .from(guardianConsents)
    .where(and(eq(tokenHash, hashToken(token)), isNull(decidedAt), gt(expiresAt, now)));
  return found ?? null;
}

/** Deletes the details of guardians who have not decided for a long time. */
export async function purgeGuardianConsents(db: Database, now: Date): Promise<void> {
  const { decidedAt, queuedAt } = guardianConsents;
  const latest = new Date(now.getTime() - guardianRetentionDays * 24 * 60 * 60 * 1000);
  await db.delete(guardianConsents).where(and(isNull(decidedAt), lt(queuedAt, latest)));
}
