import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { tokenAddresses, userInfos } from '#db/schema/members.ts';

interface SeenToken {
  readonly sub: string;
  readonly email: string;
  readonly issuedAt: Date;
}

/**
 * Stores the address of a token unless a newer token of the member was seen: another device may
 * still use a token from before the address was changed. It stores nothing for a member without a
 * profile, so that no row remains after an erasure.
 */
export async function recordTokenAddress(db: Queryable, seen: SeenToken): Promise<void> {
  const { sub, email, issuedAt } = seen;
  await db
    .insert(tokenAddresses)
    .select((query) =>
      query
        .select({
          sub: userInfos.sub,
          email: sql<string>`${email}`.as('email'),
          issuedAt: sql<Date>`${issuedAt}::timestamptz`.as('issued_at'),
        })
        .from(userInfos)
        .where(eq(userInfos.sub, sub)),
    )
    .onConflictDoUpdate({
      target: tokenAddresses.sub,
      set: { email: sql`excluded.email`, issuedAt: sql`excluded.issued_at` },
      setWhere: lt(tokenAddresses.issuedAt, sql`excluded.issued_at`),
    });
}

export async function listTokenAddresses(
  db: Queryable,
  subs: readonly string[],
): Promise<Map<string, string>> {
  if (subs.length === 0) return new Map();
  const { sub, email } = tokenAddresses;
  const found = await db
    .select({ sub, email })
    .from(tokenAddresses)
    .where(inArray(sub, [...subs]));
  return new Map(found.map((row) => [row.sub, row.email]));
}
