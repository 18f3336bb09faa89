import { deliverAfterwards } from '#codes/code-delivery.ts';
import { unseal } from '#crypto/secrets.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeRecoveryCodeUsed } from '#mail/security-letters.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import { PoolError, refuseGuess, refuseSession } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { clearAccountGuesses, takeAccountGuess } from '#throttle/guesses.ts';
import { countRecoveryCodes, spendRecoveryCode } from '#totp/recovery-codes.ts';
import { matchTotp, spendTotpStep } from '#totp/totp.ts';
import { createCredential } from '#users/credential.ts';
import { findUserBySub, replaceCredential } from '#users/users.store.ts';
import {
  type ChallengeResponses,
  readChallengeSession,
  readName,
  readParameter,
  readSecret,
  requireNameOf,
  spendChallengeSession,
} from './challenge-session.ts';
import { finishSignIn, takeNextStep } from './next-step.ts';

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
  acceptPassword(pool, password, user);
  await spendChallengeSession(pool, challenge);
  const credential = await createCredential(pool, user.sub, password);
  const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
  if (!(await replaceCredential(pool.db, user, changes, pool.now()))) throw refuseSession();
  const changed = await findUserBySub(pool.db, user.sub);
  if (changed === null) throw refuseSession();
  await recordEvent(pool, call, { sub: user.sub, operation: 'password-change' });
  return await takeNextStep(pool, call, changed);
}

/** A wrong code leaves the session usable, but each guess counts against the account. */
export async function answerTotp(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'SOFTWARE_TOKEN_MFA', session);
  const code = readParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE');
  const user = await findUserBySub(pool.db, challenge.sub);
  if (user === null || user.credentialVersion !== challenge.credentialVersion) {
    throw refuseSession();
  }
  requireNameOf(user, readName(responses));
  // What the app shows are six digits; anything else can only be a recovery code.
  const isRecovery = !/^\d{6}$/.test(code);
  const operation = isRecovery ? 'recovery-code' : 'second-factor';
  const note = { sub: user.sub, operation } as const;
  if (!(await takeAccountGuess(pool, call, 'totp', user.sub))) {
    recordAfterwards(pool, call, { ...note, outcome: 'locked' });
    throw refuseGuess();
  }
  const { sub } = user;
  const proved = isRecovery
    ? await spendRecoveryCode(pool.db, pool.secrets, sub, code, pool.now())
    : await proveTotp(pool, user, code);
  if (!proved) {
    recordAfterwards(pool, call, { ...note, outcome: 'failure' });
    throw new PoolError('CodeMismatchException', 'Invalid code received for user');
  }
  await spendChallengeSession(pool, challenge);
  await clearAccountGuesses(pool.db, pool, call, 'totp', user.sub);
  if (isRecovery) {
    await recordEvent(pool, call, note);
    const letter = writeRecoveryCodeUsed(await countRecoveryCodes(pool.db, sub));
    deliverAfterwards(pool, call, { to: user.email, ...letter });
  }
  return await finishSignIn(pool, call, user);
}

async function proveTotp(pool: PoolContext, user: UserRow, code: string): Promise<boolean> {
  if (user.totpSecret === null) return false;
  const secret = unseal(pool.secrets.totp, user.totpSecret, user.sub);
  const step = secret === null ? null : matchTotp(secret, code, pool.now());
  return step !== null && (await spendTotpStep(pool.db, user.sub, step));
}
