import {
  deliver,
  describeDelivery,
  takeAskerAllowance,
  takeMailboxAllowance,
} from '#codes/code-delivery.ts';
import { codeKey, issueCode } from '#codes/mailed-codes.ts';
import { writeSignInCode } from '#mail/mail-texts.ts';
import { PoolError } from '#pool-error.ts';
import type { Call } from '#pool/operation.ts';
import type { PoolContext } from '#pool/pool-context.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';
import { nameAsker } from '#throttle/clients.ts';
import { findPreferred, listSecondFactors } from '#totp/second-factors.ts';
import { maskEmail } from '#users/account.ts';
import { sealChallengeSession } from './challenge-session.ts';

/** The challenge after a proved password; null when the password is all. */
export async function askSecondFactor(
  pool: PoolContext,
  call: Call,
  user: UserRow,
): Promise<object | null> {
  const factors = listSecondFactors(pool, user);
  if (factors.length === 0) return null;
  const factor = findPreferred(factors, user);
  if (factor !== undefined) return await askFactor(pool, call, user, factor);
  return {
    ChallengeName: 'SELECT_MFA_TYPE',
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.sub,
      MFAS_CAN_CHOOSE: JSON.stringify(factors),
    },
    Session: sealChallengeSession(pool, 'SELECT_MFA_TYPE', user),
  };
}

export async function askFactor(
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

/** Only after a proved password, and within the limits of all mails. */
async function mailCode(pool: PoolContext, call: Call, user: UserRow): Promise<object> {
  const asker = nameAsker(pool, call, user.sub);
  try {
    await takeAskerAllowance(pool, call, 'sign-in', asker, user.email);
    await takeMailboxAllowance(pool, 'sign-in', asker, user.email);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    // Not by its own name: clients repeat what is limited, but this password has been spent, and
    // its owner would read that it was wrong.
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
