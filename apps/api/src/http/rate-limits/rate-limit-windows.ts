import { inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { rateLimitWindows } from '#db/schema/server.ts';

interface CountedCalls {
  /** Calls of all nodes in this window, including the new ones. */
  readonly used: number;
  /** Time until the window ends. */
  readonly ttlMs: number;
}

/** Counts in one statement, so that nodes that count at the same moment see each other's calls. */
export async function countCalls(
  db: Queryable,
  { caller, calls, windowMs }: { caller: Buffer; calls: number; windowMs: number },
): Promise<CountedCalls> {
  const { used, endsAt } = rateLimitWindows;
  const isOver = sql`${endsAt} <= now()`;
  const [counted] = await db
    .insert(rateLimitWindows)
    .values({
      caller,
      used: calls,
      endsAt: sql`now() + ${windowMs}::double precision * interval '1 millisecond'`,
    })
    .onConflictDoUpdate({
      target: rateLimitWindows.caller,
      set: {
        used: sql`case when ${isOver} then excluded.used else ${used} + excluded.used end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
      },
    })
    .returning({
      used,
      ttlMs: sql`extract(epoch from ${endsAt} - now()) * 1000`.mapWith(Number),
    });
  if (counted === undefined) throw new Error('a count was not returned');
  return counted;
}

const purgedAtOnce = 10_000;

/** Deletes ended windows. Otherwise those of callers who never return would stay for ever. */
export async function purgeRateLimitWindows(db: Queryable): Promise<void> {
  const { caller, endsAt } = rateLimitWindows;
  const over = db
    .select({ caller })
    .from(rateLimitWindows)
    .where(lt(endsAt, sql`now()`))
    .limit(purgedAtOnce);
  await db.delete(rateLimitWindows).where(inArray(caller, over));
}
