import {
  deliver,
  describeDelivery,
  takeRequesterAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode } from '#codes/mailed-codes.ts';
import { writeSignInCode } from '#mail/mail-texts.ts';
import { PoolError } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';
import { identifyRequester } from '#throttle/clients.ts';
import { findPreferred, listSecondFactors } from '#totp/second-factors.ts';
import { maskEmail } from '#users/account.ts';
import { sealChallengeSession } from './challenge-session.ts';

/**
 * Returns the challenge after a proved password. Returns `null` when no second factor is needed.
 */
export async function requestSecondFactor(
  pool: PoolContext,
  call: Call,
  user: UserRow,
): Promise<object | null> {
  const factors = listSecondFactors(pool, user);
  if (factors.length === 0) return null;
  const factor = findPreferred(factors, user);
  if (factor !== undefined) return await requestFactor(pool, call, user, factor);
  return {
    ChallengeName: 'SELECT_MFA_TYPE',
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.sub,
      MFAS_CAN_CHOOSE: JSON.stringify(factors),
    },
    Session: sealChallengeSession(pool, 'SELECT_MFA_TYPE', user),
  };
}

export async function requestFactor(
  pool: PoolContext,
  call: Call,
  user: UserRow,
  factor: SecondFactor,
): Promise<object> {
  const delivery = factor === 'EMAIL_OTP' ? await mailCode(pool, call, user) : {};
  return {
    ChallengeName: factor,
    ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...delivery },
    Session: sealChallengeSession(pool, factor, user),
  };
}

/** Mails a code after a proved password, within the limits for all mails. */
async function mailCode(pool: PoolContext, call: Call, user: UserRow): Promise<object> {
  const requester = identifyRequester(pool, call, user.sub);
  try {
    await takeRequesterAllowance(pool, call, 'sign-in', requester, user.email);
    await takeMailboxAllowance(pool, 'sign-in', requester, user.email);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    // The error must not be the usual one for a limit: clients repeat such a call, but this proof
    // of the password is used up, so the user would read that the password was wrong.
    throw new PoolError('CodeDeliveryFailureException', 'Too many codes have been sent.');
  }
  const code = await issueCode(pool.db, pool, codeKey(pool, 'sign-in', user.sub));
  await deliver(pool, call, { to: user.email, ...writeSignInCode(code) });
  const { DeliveryMedium, Destination } = describeDelivery(maskEmail(user.email));
  return {
    CODE_DELIVERY_DELIVERY_MEDIUM: DeliveryMedium,
    CODE_DELIVERY_DESTINATION: Destination,
  };
}
