import { unseal } from '#crypto/seal.ts';
import { deliverAfterwards } from '#codes/code-delivery.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeRecoveryCodeUsed } from '#mail/security-letters.ts';
import type { PoolContext } from '#pool-context.ts';
import { PoolError, refuseGuess, refuseSession } from '#pool-error.ts';
import { countRecoveryCodes, spendRecoveryCode } from '#totp/recovery-codes.ts';
import { matchTotp } from '#totp/totp.ts';
import { spendTotpStep } from '#totp/totp.store.ts';
import { findUserBySub } from '#users/users.store.ts';
import type { UserRow } from '#schema/users.ts';
import type { Call } from '#wire/call.ts';
import { forgetAccountGuesses, takeAccountGuess } from './account-guesses.ts';
import { readChallengeSession, requireNameOf, spendChallengeSession } from './challenge-session.ts';
import { finishSignIn } from './next-step.ts';
import { readName, readParameter, type ChallengeResponses } from './read-parameter.ts';

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
  await forgetAccountGuesses(pool.db, pool, call, 'totp', user.sub);
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
