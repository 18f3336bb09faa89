import { and, count, eq, gt, lt, lte, min } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import type { HoldAccount } from '#db/accounts.ts';
import { linkFailures } from '#db/schema/link-failures.ts';
import { lockMemberLinks } from './tanren-connection.store.ts';

export interface LinkAttempt {
  readonly sub: string;
  readonly machineId: number;
  /** The network it comes from. */
  readonly address: string;
}

/**
 * Every attempt counts as failed until it has succeeded, and a member's are written one after
 * the other: of many made at once each sees those before it, so that no burst slips through,
 * on any number of nodes.
 */
export async function insertAttempt(
  db: Database,
  holdAccount: HoldAccount,
  { sub, machineId, address }: LinkAttempt,
  now: Date,
): Promise<number> {
  return await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    await lockMemberLinks(tx, sub);
    const [made] = await tx
      .insert(linkFailures)
      .values({ sub, machineId, address, failedAt: now })
      .returning({ id: linkFailures.id });
    if (made === undefined) throw new Error('an inserted row was not returned');
    return made.id;
  });
}

export async function deleteAttempt(db: Queryable, id: number): Promise<void> {
  await db.delete(linkFailures).where(eq(linkFailures.id, id));
}

/** Itself and those before it. */
export interface AttemptsUpTo {
  readonly id: number;
  readonly since: Date;
}

export interface AttemptCount {
  readonly attempts: number;
  readonly oldestAt: Date | null;
}

export async function countMemberAttempts(
  db: Queryable,
  sub: string,
  upTo: AttemptsUpTo,
): Promise<AttemptCount> {
  return await countAttempts(db, eq(linkFailures.sub, sub), upTo);
}

export async function countNetworkAttempts(
  db: Queryable,
  address: string,
  upTo: AttemptsUpTo,
): Promise<AttemptCount> {
  return await countAttempts(db, eq(linkFailures.address, address), upTo);
}

async function countAttempts(
  db: Queryable,
  whose: ReturnType<typeof eq>,
  { id, since }: AttemptsUpTo,
) {
  const [found] = await db
    .select({ attempts: count(), oldestAt: min(linkFailures.failedAt) })
    .from(linkFailures)
    .where(and(whose, gt(linkFailures.failedAt, since), lte(linkFailures.id, id)));
  return found ?? { attempts: 0, oldestAt: null };
}

export async function deleteLinkFailures(db: Queryable, sub: string): Promise<void> {
  await db.delete(linkFailures).where(eq(linkFailures.sub, sub));
}

export async function purgeLinkFailures(db: Queryable, failedBefore: Date): Promise<void> {
  await db.delete(linkFailures).where(lt(linkFailures.failedAt, failedBefore));
}
