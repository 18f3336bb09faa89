import type { UserPoolKeys } from '#keys/user-pool-keys.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { UserRow } from '#schema/users.ts';
import type { PoolDatabase, PoolTransaction } from './database.ts';
import type { PoolLimits } from './limits.ts';

export interface UserPoolOptions {
  readonly db: PoolDatabase;
  readonly keys: UserPoolKeys;
  readonly now: () => Date;
  readonly mailer: Mailer;
  /** One underscore, letters and digits after it. Passwords are bound to it: never change it. */
  readonly poolId: string;
  readonly clientId: string;
  /** `region:uuid`. */
  readonly identityPoolId: string;
  /** The public address of the pool: `<public url>/cognito/<pool id>`. */
  readonly issuer: string;
  /** Whether USER_PASSWORD_AUTH, which carries the password itself, is taken beside SRP. */
  readonly passwordAuth?: boolean;
  /**
   * Whose account opens others' data: such a sign-in lasts 12 hours, and says in its tokens and to
   * the API when no authenticator app is in use.
   */
  readonly mustUseTotp?: (user: Pick<UserRow, 'email' | 'groups'>) => boolean;
  readonly limits?: Partial<PoolLimits>;
  /** Erases what else belongs to the user, in the transaction that deletes the account. */
  readonly onUserDeleted?: (tx: PoolTransaction, sub: string) => Promise<void>;
  /**
   * Told once it is committed that the user's sign-ins were ended: the last one, all of them, or
   * all but the one that changed the password. It keeps its failures to itself.
   */
  readonly onSignedOut?: (sub: string) => Promise<void>;
}
