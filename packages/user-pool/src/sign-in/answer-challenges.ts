import { deliverAfterwards } from '#codes/code-delivery.ts';
import { codeKey, proveCode } from '#codes/mailed-codes.ts';
import { unseal } from '#crypto/secrets.ts';
import { recordAfterwards, recordEvent } from '#events/record-event.ts';
import { writeRecoveryCodeUsed } from '#mail/security-letters.ts';
import { acceptPassword } from '#passwords/accept-password.ts';
import {
  PoolError,
  rejectGuess,
  rejectOldCode,
  rejectParameter,
  rejectSession,
} from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { UserRow } from '#schema/users.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { identifyRequester } from '#throttle/clients.ts';
import { clearAccountGuesses, takeAccountGuess } from '#throttle/guesses.ts';
import { countRecoveryCodes, spendRecoveryCode } from '#totp/recovery-codes.ts';
import { listSecondFactors } from '#totp/second-factors.ts';
import { matchTotp, spendTotpStep } from '#totp/totp.ts';
import { createCredential } from '#users/credential.ts';
import { findUserBySub, replaceCredential } from '#users/users.store.ts';
import { requestFactor } from './request-second-factor.ts';
import {
  type ChallengeResponses,
  type ChallengeSession,
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
  if (user?.credentialVersion !== challenge.credentialVersion) throw rejectSession();
  requireNameOf(user, readName(responses));
  acceptPassword(pool, password, user);
  await spendChallengeSession(pool, challenge);
  const credential = await createCredential(pool, user.sub, password);
  const changes = { credential, status: 'CONFIRMED' as const, emailVerified: true };
  if (!(await replaceCredential(pool.db, user, changes, pool.now()))) throw rejectSession();
  const changed = await findUserBySub(pool.db, user.sub);
  if (changed === null) throw rejectSession();
  await recordEvent(pool, call, { sub: user.sub, operation: 'password-change' });
  return await takeNextStep(pool, call, changed);
}

/**
 * Returns the user who proved the password before this challenge. Throws if it was changed since.
 */
async function findChallenged(
  pool: PoolContext,
  challenge: Pick<ChallengeSession, 'sub' | 'credentialVersion'>,
  responses: ChallengeResponses,
): Promise<UserRow> {
  const user = await findUserBySub(pool.db, challenge.sub);
  if (user?.credentialVersion !== challenge.credentialVersion) throw rejectSession();
  requireNameOf(user, readName(responses));
  return user;
}

/** Answers SELECT_MFA_TYPE: asks for the chosen second factor. */
export async function answerFactorChoice(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'SELECT_MFA_TYPE', session);
  const answer = readParameter(responses, 'ANSWER');
  const user = await findChallenged(pool, challenge, responses);
  const factor = listSecondFactors(pool, user).find((each) => each === answer);
  if (factor === undefined) throw rejectParameter('ANSWER is not one of the offered MFA types');
  await spendChallengeSession(pool, challenge);
  return await requestFactor(pool, call, user, factor);
}

/**
 * Answers EMAIL_OTP. The try counts as one at a mailed code and, like codes of the app, against the
 * account.
 */
export async function answerEmailCode(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'EMAIL_OTP', session);
  const code = readSecret(responses, 'EMAIL_OTP_CODE');
  const user = await findChallenged(pool, challenge, responses);
  const { sub } = user;
  const note = { sub, operation: 'second-factor' } as const;
  await takeAllowance(pool.db, pool, 'codesPerClient', call.clientNetwork);
  if (!(await takeAccountGuess(pool, call, 'totp', sub))) {
    recordAfterwards(pool, call, { ...note, outcome: 'locked' });
    throw rejectGuess();
  }
  const requester = identifyRequester(pool, call, sub);
  const key = codeKey(pool, 'sign-in', sub);
  const proved = await proveCode(pool, requester, key, code).catch((error: unknown) => {
    recordAfterwards(pool, call, { ...note, outcome: 'failure' });
    throw error;
  });
  // Each mail allows one sign-in, also for two simultaneous requests.
  if (proved === null || !(await proved.spend(pool.db))) throw rejectOldCode();
  await spendChallengeSession(pool, challenge);
  await clearAccountGuesses(pool.db, pool, call, 'totp', sub);
  return await finishSignIn(pool, call, user);
}

/**
 * Answers SOFTWARE_TOKEN_MFA. A wrong code leaves the session usable, but each guess counts against
 * the account.
 */
export async function answerTotp(
  pool: PoolContext,
  responses: ChallengeResponses,
  session: string | undefined,
  call: Call,
): Promise<object> {
  const challenge = readChallengeSession(pool, 'SOFTWARE_TOKEN_MFA', session);
  const code = readParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE');
  const user = await findChallenged(pool, challenge, responses);
  // The app shows six digits. Any other text can only be a recovery code.
  const isRecovery = !/^\d{6}$/.test(code);
  const operation = isRecovery ? 'recovery-code' : 'second-factor';
  const note = { sub: user.sub, operation } as const;
  if (!(await takeAccountGuess(pool, call, 'totp', user.sub))) {
    recordAfterwards(pool, call, { ...note, outcome: 'locked' });
    throw rejectGuess();
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
