import { authenticationEventDays } from '@tanren/domain/identity/authentication';
import { and, eq, lt } from 'drizzle-orm';
import type { PoolQueryable } from '#pool/pool-context.ts';
import { authenticationEvents } from '#schema/authentication-events.ts';
import {
  userPoolAllowances,
  userPoolCodes,
  userPoolGuesses,
  userPoolSpentTickets,
} from '#schema/codes.ts';
import { userPoolDelegationCodes, userPoolSessions } from '#schema/sessions.ts';
import { userPoolUsers } from '#schema/users.ts';

/**
 * Days until an unconfirmed sign-up is deleted, because it stores a person's address for no
 * purpose.
 */
const unconfirmedDays = 7;

/** Removes rows that expired at least an hour ago, old events, and abandoned sign-ups. */
export async function purgeExpired(db: PoolQueryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 60 * 60 * 1000);
  await db.delete(userPoolSpentTickets).where(lt(userPoolSpentTickets.expiresAt, before));
  await db.delete(userPoolAllowances).where(lt(userPoolAllowances.windowEndsAt, before));
  await db.delete(userPoolGuesses).where(lt(userPoolGuesses.lockedUntil, before));
  await db.delete(userPoolCodes).where(lt(userPoolCodes.expiresAt, before));
  await db.delete(userPoolDelegationCodes).where(lt(userPoolDelegationCodes.expiresAt, before));
  await db.delete(userPoolSessions).where(lt(userPoolSessions.expiresAt, before));
  const old = new Date(now.getTime() - authenticationEventDays * 24 * 60 * 60 * 1000);
  await db.delete(authenticationEvents).where(lt(authenticationEvents.at, old));
  const abandoned = new Date(now.getTime() - unconfirmedDays * 24 * 60 * 60 * 1000);
  await db
    .delete(userPoolUsers)
    .where(and(eq(userPoolUsers.status, 'UNCONFIRMED'), lt(userPoolUsers.updatedAt, abandoned)));
}
