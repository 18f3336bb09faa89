import { isCommonPassword } from '@tanren/domain/identity/common-passwords';
import { isMadeOfKnownWords, type PasswordContext } from '@tanren/domain/identity/known-words';
import { type PasswordError, validatePassword } from '@tanren/domain/identity/password';
import { PoolError } from '#pool-error.ts';
import { isBreachedPassword } from './breached-passwords.ts';

const reasons: Readonly<Record<PasswordError, string>> = {
  too_short: 'Password not long enough',
  too_long: 'Password too long',
  not_half_width: 'Password must have half-width characters only',
  edge_space: 'Password must not start or end with a space',
  no_letter: 'Password must have letters',
  no_digit: 'Password must have numeric characters',
  contains_email: 'Password must not contain the email address',
};

/** Throws unless the user may set this password. */
export function acceptPassword(
  { passwordMinimumLength }: { readonly passwordMinimumLength: number },
  password: string,
  about: PasswordContext,
): void {
  const rejection = validatePassword(password, about.email, passwordMinimumLength);
  if (rejection !== null) throw reject(reasons[rejection]);
  if (isCommonPassword(password) || isBreachedPassword(password)) {
    throw reject('Password is too common');
  }
  if (isMadeOfKnownWords(password, about)) {
    throw reject('Password is too easy to guess');
  }
}

function reject(reason: string): PoolError {
  return new PoolError(
    'InvalidPasswordException',
    `Password did not conform with policy: ${reason}`,
  );
}
