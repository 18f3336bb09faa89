import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#policies/accounts.ts';
import type { Database, Queryable } from '#db/database.ts';
import { liveTickets } from '#db/schema/tanren-connections.ts';
import { whyOver } from './tanren-connection.service.ts';
import { findMemberLink } from './tanren-connection.store.ts';

interface LiveTicket {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
  /** The link that it was issued for. */
  readonly connectionId: string;
}

const ticketLifeMs = 60_000;
const usernamePrefix = 'member:';

export async function issueLiveTicket(
  db: Database,
  holdAccount: HoldAccount,
  { sub, originJti }: { readonly sub: string; readonly originJti?: string },
  now: Date,
): Promise<LiveTicket> {
  const password = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + ticketLifeMs);
  const connectionId = await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    const found = await findMemberLink(tx, sub);
    if (found === null || whyOver(found, now) !== null) throw new AppError('not_linked');
    await tx.insert(liveTickets).values({ ticketHash: hash(password), sub, originJti, expiresAt });
    return found.link.id;
  });
  const clientId = `member-${randomBytes(12).toString('hex')}`;
  const username = `${usernamePrefix}${sub}`;
  return { clientId, username, password, expiresAt, connectionId };
}

/** Whose ticket it was, and of which sign-in; null for a wrong, used or old one. It works once, on one node only. */
export async function redeemLiveTicket(
  db: Queryable,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<{ readonly sub: string; readonly signIn: string | null } | null> {
  const [redeemed] = await db
    .delete(liveTickets)
    .where(and(eq(liveTickets.ticketHash, hash(password)), gt(liveTickets.expiresAt, now)))
    .returning({ sub: liveTickets.sub, signIn: liveTickets.originJti });
  if (redeemed === undefined || username !== `${usernamePrefix}${redeemed.sub}`) return null;
  return redeemed;
}

export async function deleteLiveTickets(db: Queryable, sub: string): Promise<void> {
  await db.delete(liveTickets).where(eq(liveTickets.sub, sub));
}

export async function purgeLiveTickets(db: Queryable, now: Date): Promise<void> {
  await db.delete(liveTickets).where(lte(liveTickets.expiresAt, now));
}

function hash(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}
