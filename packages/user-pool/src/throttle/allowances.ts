import { lt, lte, sql } from 'drizzle-orm';
import { keyedHash } from '#crypto/secrets.ts';
import type { PoolContext, PoolQueryable } from '#pool/pool-context.ts';
import type { Limit, PoolLimits } from '#limits.ts';
import { PoolError } from '#pool-error.ts';
import { userPoolAllowances } from '#schema/codes.ts';

export function allowanceSubject(pool: PoolContext, ...parts: readonly string[]): Buffer {
  return keyedHash(pool.secrets.throttle, ...parts);
}

/** Takes one use of a limit. Throws Cognito's error when none is left. */
export async function takeAllowance(
  db: PoolQueryable,
  pool: PoolContext,
  kind: keyof PoolLimits,
  ...subject: readonly string[]
): Promise<void> {
  if (!(await hasAllowance(db, pool, kind, ...subject))) throw reject(kind);
}

/** Takes one use of a limit. Returns `false` when none is left. */
export async function hasAllowance(
  db: PoolQueryable,
  pool: PoolContext,
  kind: keyof PoolLimits,
  ...subject: readonly string[]
): Promise<boolean> {
  return await countWithin(db, pool, pool.limits[kind], kind, ...subject);
}

/**
 * Counts in one statement, so that simultaneous requests on several nodes cannot exceed the limit.
 * Rejected calls are not counted: the client repeats a rejected call twice by itself.
 */
export async function countWithin(
  db: PoolQueryable,
  pool: PoolContext,
  { max, seconds, cost = 1 }: Limit & { readonly cost?: number },
  ...subject: readonly string[]
): Promise<boolean> {
  const now = pool.now();
  const nextEnd = new Date(now.getTime() + seconds * 1000);
  const { used, windowEndsAt } = userPoolAllowances;
  const fresh = lte(windowEndsAt, now);
  const taken = await db
    .insert(userPoolAllowances)
    .values({ subject: allowanceSubject(pool, ...subject), used: cost, windowEndsAt: nextEnd })
    .onConflictDoUpdate({
      target: userPoolAllowances.subject,
      set: {
        used: sql`case when ${fresh} then ${cost}::int else ${used} + ${cost}::int end`,
        windowEndsAt: sql`case when ${fresh} then ${nextEnd}::timestamptz else ${windowEndsAt} end`,
      },
      setWhere: sql`${fresh} or ${lt(used, max)}`,
    })
    .returning({ used });
  return taken.length > 0;
}

function reject(kind: keyof PoolLimits): PoolError {
  return kind === 'signInsPerClient'
    ? new PoolError('TooManyRequestsException', 'Too many requests')
    : new PoolError(
        'LimitExceededException',
        'Attempt limit exceeded, please try after some time.',
      );
}
