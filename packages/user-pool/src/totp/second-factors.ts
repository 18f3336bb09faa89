import type { PoolContext } from '#pool/pool-context.ts';
import type { SecondFactor, UserRow } from '#schema/users.ts';

/**
 * Returns the second factors of a sign-in. An account that must use an authenticator app does not
 * accept a mailed code: a person who reads the mail can also reset the password.
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

/**
 * Returns the factor to ask for. Returns `undefined` when there are several and none is preferred.
 */
export function findPreferred(
  factors: readonly SecondFactor[],
  { preferredFactor }: Pick<UserRow, 'preferredFactor'>,
): SecondFactor | undefined {
  return factors.length === 1 ? factors[0] : factors.find((factor) => factor === preferredFactor);
}
