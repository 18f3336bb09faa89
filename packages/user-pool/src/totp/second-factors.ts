import type { PoolContext } from '#pool/pool-context.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';

/**
 * What a sign-in asks for beside the password. Whoever must use an authenticator app is not let in
 * by a mailed code: who reads the mail can also reset the password.
 */
export function listSecondFactors(
  { mustUseTotp }: Pick<PoolContext, 'mustUseTotp'>,
  user: UserRow,
): SecondFactor[] {
  const onlyApp = user.totpEnabled && mustUseTotp?.(user) === true;
  return [
    ...(user.totpEnabled ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ...(user.emailCodeEnabled && !onlyApp ? (['EMAIL_OTP'] as const) : []),
  ];
}

/** The one that is asked for; undefined when there are several and none was preferred. */
export function findPreferred(
  factors: readonly SecondFactor[],
  { preferredFactor }: Pick<UserRow, 'preferredFactor'>,
): SecondFactor | undefined {
  return factors.length === 1 ? factors[0] : factors.find((factor) => factor === preferredFactor);
}
