import { and, count, eq, gt, lt, lte, min } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { linkFailures } from '#db/schema/machines.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { lockMemberLinks } from './tanren-connection.store.ts';

interface LinkAttempt {
  readonly sub: string;
  readonly machineId: number;
  /** Network that the attempt comes from. */
  readonly address: string;
}

/**
 * Stores an attempt, which counts as failed until it has succeeded. A member's attempts are written
 * one after the other: each of many simultaneous attempts sees those before it, so that no burst
 * gets past the limits on any number of nodes.
 */
async function insertAttempt(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, machineId, address }: LinkAttempt,
  now: Date,
): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberLinks(tx, sub);
    const [made] = await tx
      .insert(linkFailures)
      .values({ sub, machineId, address, failedAt: now })
      .returning({ id: linkFailures.id });
    if (made === undefined) throw new Error('an inserted row was not returned');
    return made.id;
  });
}

async function deleteAttempt(db: Queryable, id: number): Promise<void> {
  await db.delete(linkFailures).where(eq(linkFailures.id, id));
}

/** Selects an attempt and those before it. */
interface AttemptsUpTo {
  readonly id: number;
  readonly since: Date;
}

interface AttemptCount {
  readonly attempts: number;
  readonly oldestAt: Date | null;
}

async function countMemberAttempts(
  db: Queryable,
  sub: string,
  upTo: AttemptsUpTo,
): Promise<AttemptCount> {
  return await countAttempts(db, eq(linkFailures.sub, sub), upTo);
}

async function countNetworkAttempts(
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

const minuteMs = 60 * 1000;

/**
 * Limits for one member. Two codes of a million are right at any time, so one guess succeeds with
 * 2e-6. A member has ten guesses in ten minutes and thirty a day: 6e-5 a day, or one hit in 45
 * years. An attacker with a hundred confirmed accounts has 0.6 % a day, and wins a link to an
 * unused machine, with the nickname on its screen.
 */
const memberLimits: readonly AttemptLimit[] = [
  { max: 10, windowMs: 10 * minuteMs },
  { max: 30, windowMs: 24 * 60 * minuteMs },
];

/**
 * Limit for many accounts in one network: past this many wrong codes, only members with less than
 * `maxMistypes` wrong codes of their own may try. All members in a gym share its network, so the
 * wrong codes of others never keep out a member who types the right one. Wrong codes are not
 * counted by machine, because ten accounts could then block it for all members.
 */
const networkLimit: AttemptLimit = { max: 60, windowMs: 10 * minuteMs };
const maxMistypes = 2;

interface AttemptLimit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Records an attempt, or rejects it when there were too many wrong ones. The caller calls the
 * returned function when the code was right.
 */
export async function startAttempt(
  db: Queryable,
  lockAccount: LockAccount,
  attempt: LinkAttempt,
  now: Date,
): Promise<() => Promise<void>> {
  const id = await insertAttempt(db, lockAccount, attempt, now);
  const clear = async () => await deleteAttempt(db, id);
  const waitMs = await howLongToWait(db, attempt, id, now);
  if (waitMs === 0) return clear;
  // Rejected attempts are not recorded, because a member who keeps trying would stay locked out.
  await clear();
  throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

async function howLongToWait(
  db: Queryable,
  { sub, address }: LinkAttempt,
  id: number,
  now: Date,
): Promise<number> {
  const upTo = (windowMs: number) => ({ id, since: new Date(now.getTime() - windowMs) });
  for (const limit of memberLimits) {
    const waitMs = untilAllowed(
      await countMemberAttempts(db, sub, upTo(limit.windowMs)),
      limit,
      now,
    );
    if (waitMs > 0) return waitMs;
  }
  const own = await countMemberAttempts(db, sub, upTo(networkLimit.windowMs));
  if (own.attempts <= maxMistypes) return 0;
  const ofNetwork = await countNetworkAttempts(db, address, upTo(networkLimit.windowMs));
  return untilAllowed(ofNetwork, networkLimit, now);
}

/**
 * Returns the milliseconds until the oldest attempt no longer counts, at least a second. Returns 0
 * if the attempt is allowed at once.
 */
function untilAllowed(
  { attempts, oldestAt }: AttemptCount,
  { max, windowMs }: AttemptLimit,
  now: Date,
): number {
  if (attempts <= max) return 0;
  return Math.max(1000, (oldestAt ?? now).getTime() + windowMs - now.getTime());
}
