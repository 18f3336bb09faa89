import { and, eq, gt, isNull } from 'drizzle-orm';
import { createTicket, hashTicket } from '#crypto/tickets.ts';
import type { PoolQueryable } from '#database.ts';
import { lifetimes } from '#limits.ts';
import { userPoolDelegationCodes, userPoolSessions } from '#schema/sessions.ts';

export interface DelegationCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/** For a client that is signed in: whoever brings the code within a minute becomes that user. */
export async function issueDelegationCode(
  db: PoolQueryable,
  { sub, originJti }: { readonly sub: string; readonly originJti: string },
  now: Date,
): Promise<DelegationCode> {
  const { ticket, hash } = createTicket();
  const expiresAt = new Date(now.getTime() + lifetimes.delegationCode * 1000);
  await db.insert(userPoolDelegationCodes).values({ codeHash: hash, sub, originJti, expiresAt });
  return { username: sub, code: ticket, expiresAt };
}

/** True once, and only while the sign-in that issued the code lasts. */
export async function redeemDelegationCode(
  db: PoolQueryable,
  sub: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const [redeemed] = await db
    .delete(userPoolDelegationCodes)
    .where(
      and(
        eq(userPoolDelegationCodes.codeHash, hashTicket(code)),
        eq(userPoolDelegationCodes.sub, sub),
        gt(userPoolDelegationCodes.expiresAt, now),
      ),
    )
    .returning({ originJti: userPoolDelegationCodes.originJti });
  if (redeemed === undefined) return false;
  const live = await db
    .select({ sub: userPoolSessions.sub })
    .from(userPoolSessions)
    .where(
      and(eq(userPoolSessions.originJti, redeemed.originJti), isNull(userPoolSessions.revokedAt)),
    );
  return live.length > 0;
}
