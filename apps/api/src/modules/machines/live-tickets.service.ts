import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { liveTickets } from '#db/schema/machines.ts';

interface TicketRequest {
  /** Username at the broker, whose live channel the ticket opens. */
  readonly username: string;
  readonly sub: string;
  /** Sign-in of the request. `undefined` if the user pool does not provide it. */
  readonly originJti: string | undefined;
}

interface LiveTicket {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
}

const ticketLifeMs = 60_000;

/**
 * Stores a ticket with which a page signs in to its live channel. The caller has checked that the
 * page may listen.
 */
export async function storeLiveTicket(
  db: Queryable,
  { username, sub, originJti }: TicketRequest,
  now: Date,
): Promise<LiveTicket> {
  const password = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + ticketLifeMs);
  const ticketHash = hashTicket({ username, password });
  await db.insert(liveTickets).values({ ticketHash, sub, originJti, expiresAt });
  const clientId = `member-${randomBytes(12).toString('hex')}`;
  return { clientId, username, password, expiresAt };
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Returns the member and the sign-in of a ticket, or `null` for a wrong, used or expired one. A
 * ticket works once, on one node only.
 */
export async function redeemLiveTicket(
  db: Queryable,
  { username, password }: Credentials,
  now: Date,
): Promise<{ readonly sub: string; readonly signIn: string | null } | null> {
  const ticketHash = hashTicket({ username, password });
  const [redeemed] = await db
    .delete(liveTickets)
    .where(and(eq(liveTickets.ticketHash, ticketHash), gt(liveTickets.expiresAt, now)))
    .returning({ sub: liveTickets.sub, signIn: liveTickets.originJti });
  return redeemed ?? null;
}

/** Hashes a ticket together with its name, so that it opens no other channel of the same member. */
export function hashTicket({ username, password }: Credentials): string {
  return createHash('sha256').update(`${username} ${password}`).digest('hex');
}

/**
 * Returns the address of the live channel for pages of an origin: http becomes ws, and https
 * becomes wss.
 */
export function describeLiveAddress(origin: URL): string {
  return new URL('/mqtt', origin).href.replace(/^http/, 'ws');
}

export async function deleteLiveTickets(db: Queryable, sub: string): Promise<void> {
  await db.delete(liveTickets).where(eq(liveTickets.sub, sub));
}

export async function purgeLiveTickets(db: Queryable, now: Date): Promise<void> {
  await db.delete(liveTickets).where(lte(liveTickets.expiresAt, now));
}
