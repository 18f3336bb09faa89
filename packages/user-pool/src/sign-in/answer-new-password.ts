import { recordEvent } from '#events/record-event.ts';
import type { PoolContext } from '#pool-context.ts';
import { refuseSession } from '#pool-error.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import { createCredential } from '#users/credential.ts';
import { findUserBySub, replaceCredential } from '#users/users.store.ts';
import type { Call } from '#wire/call.ts';
import { readChallengeSession, requireNameOf, spendChallengeSession } from './challenge-session.ts';
import { takeNextStep } from './next-step.ts';
import { readName, readSecret, type ChallengeResponses } from './read-parameter.ts';

export async function answerNewPassword(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'NEW_PASSWORD_REQUIRED', session);
  const password = readSecret(responses, 'NEW_PASSWORD');
  const user = await findUserBySub(pool.db, challenge.sub);
  if (user?.credentialVersion !== challenge.credentialVersion) throw refuseSession();
  requireNameOf(user, readName(responses));
  acceptPassword(password, user);
  await spendChallengeSession(pool, challenge);
  const credential = await createCredential(pool, user.sub, password);
  const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
  if (!(await replaceCredential(pool.db, user, changes, pool.now()))) throw refuseSession();
  const changed = await findUserBySub(pool.db, user.sub);
  if (changed === null) throw refuseSession();
  await recordEvent(pool, call, { sub: user.sub, operation: 'password-change' });
  return await takeNextStep(pool, call, changed);
}
