import { refusePassword, type PasswordRefusal } from '@tanren/domain/password';
import { PoolError } from '#pool-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const reasons: Readonly<Record<PasswordRefusal, string>> = {
  too_short: 'Password not long enough',
  too_long: 'Password too long',
  not_half_width: 'Password must have half-width characters only',
  edge_space: 'Password must not start or end with a space',
  no_letter: 'Password must have letters',
  no_digit: 'Password must have numeric characters',
  contains_email: 'Password must not contain the email address',
};

/** Throws unless the password may become this user's. */
export function acceptPassword(password: string, email: string): void {
  const refusal = refusePassword(password, email);
  if (refusal !== null) throw refuse(reasons[refusal]);
  if (isCommonPassword(password)) throw refuse('Password is too common');
}

function refuse(reason: string): PoolError {
  return new PoolError(
    'InvalidPasswordException',
    `Password did not conform with policy: ${reason}`,
  );
}
