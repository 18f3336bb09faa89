import type { Transaction } from './database.ts';

/**
 * Keeps a member's account until the transaction ends; throws `unauthenticated` when it is
 * gone. Whoever adds the first row of a member calls it: a row written by a call that was
 * under way while the account was deleted would otherwise stay forever. Amazon Cognito
 * offers nothing to hold on to, there a verified token must do.
 */
export type HoldAccount = (tx: Transaction, sub: string) => Promise<void>;
