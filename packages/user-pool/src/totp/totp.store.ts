import { and, eq, lt } from 'drizzle-orm';
import type { PoolQueryable } from '#database.ts';
import { userPoolUsers } from '#schema/users.ts';

/** False when a code of this step, or a later one, has been accepted before. */
export async function spendTotpStep(
  db: PoolQueryable,
  sub: string,
  step: number,
): Promise<boolean> {
  const spent = await db
    .update(userPoolUsers)
    .set({ totpLastStep: step })
    .where(and(eq(userPoolUsers.sub, sub), lt(userPoolUsers.totpLastStep, step)))
    .returning({ sub: userPoolUsers.sub });
  return spent.length > 0;
}
