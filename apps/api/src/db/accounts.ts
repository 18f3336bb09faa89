import type { Transaction } from './database.ts';

/**
 * Keeps a member's account until the transaction ends; throws `unauthenticated` when it is
 * gone. Whoever adds the first row of a member calls it: a row written by a call that was
 * under way while the account was deleted would otherwise stay forever. Amazon Cognito
 * offers nothing to hold on to, there a verified token must do.
 */
export type HoldAccount = (tx: Transaction, sub: string) => Promise<void>;

/** What an account can be besides a member's. */
export const appointments = ['trainer', 'staff'] as const;
export type Appointment = (typeof appointments)[number];

/**
 * Whoever is trainer or staff is not erased before an operator has taken the role away: else one
 * could act, leave and act on, and the logs that others rely on would have been written by nobody.
 */
export function holdsRole(groups: readonly string[]): boolean {
  return appointments.some((appointment) => groups.includes(appointment));
}
