import { createHmac, timingSafeEqual } from 'node:crypto';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import { and, eq, lt } from 'drizzle-orm';
import type { PoolQueryable } from '#pool/pool-context.ts';
import { userPoolUsers } from '#schema/users.ts';

/** Uses up a step. Returns `false` when a code of this step or a later one was accepted before. */
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

const stepSeconds = 30;
/** Number of steps accepted on either side, because clocks differ and typing takes time. */
const drift = 1;

export function totpStep(now: Date): number {
  return timeStep(now, stepSeconds);
}

/** Returns the code of RFC 6238 as authenticator apps compute it: SHA-1, six digits, 30 seconds. */
export function totpCode(secret: Buffer, step: number): string {
  return timeCode((message) => createHmac('sha1', secret).update(message).digest(), step);
}

/** Returns the step that the code belongs to, or `null`. */
export function matchTotp(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  const current = totpStep(now);
  let match: number | null = null;
  for (let step = current - drift; step <= current + drift; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) match = step;
  }
  return match;
}
