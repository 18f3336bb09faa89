import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolSecrets } from '#crypto/secrets.ts';
import type { UserPoolKeys } from '#crypto/user-pool-keys.ts';
import type { PoolLimits } from '#limits.ts';
import type { SendMail } from '#mail/mail-texts.ts';
import type { UserRow } from '#schema/users.ts';

export type PoolDatabase = NodePgDatabase;
export type PoolTransaction = Parameters<Parameters<PoolDatabase['transaction']>[0]>[0];
export type PoolQueryable = PoolDatabase | PoolTransaction;

export interface UserPoolOptions {
  readonly db: PoolDatabase;
  readonly keys: UserPoolKeys;
  readonly now: () => Date;
  readonly sendMail: SendMail;
  /**
   * Region, one underscore, then letters and digits. Passwords depend on it, so it must never
   * change.
   */
  readonly poolId: string;
  readonly clientId: string;
  /** Id in the form `region:uuid`. */
  readonly identityPoolId: string;
  /** Public URL of the pool: `<public url>/cognito/<pool id>`. */
  readonly issuer: string;
  /** Whether USER_PASSWORD_AUTH, which sends the password itself, is accepted besides SRP. */
  readonly passwordAuth?: boolean;
  /**
   * Returns whether the account can see other people's data. Its sign-ins last 12 hours. Until it
   * uses an authenticator app, its tokens and the API say so.
   */
  readonly mustUseTotp?: (user: Pick<UserRow, 'email' | 'groups'>) => boolean;
  /**
   * Minimum number of characters of a new password. Default: 6, as Amazon Cognito's clients expect.
   */
  readonly passwordMinimumLength?: number;
  readonly limits?: Partial<PoolLimits>;
  /** Erases the user's other data, in the transaction that deletes the account. */
  readonly onUserDeleted?: (tx: PoolTransaction, sub: string) => Promise<void>;
  /**
   * Ends other access to the user's data, in the transaction that ends every sign-in, or every one
   * except the caller's.
   */
  readonly onEndedEverywhere?: (tx: PoolTransaction, sub: string) => Promise<void>;
  /**
   * Runs after the commit that ended sign-ins of the user: the last one, all of them, or all except
   * the one that changed the password. It handles its own failures.
   */
  readonly onSignedOut?: (sub: string) => Promise<void>;
}

export interface VerifiedToken {
  readonly user: UserRow;
  readonly originJti: string;
  /** Time at which the user last entered the password, and a code where one is required. */
  readonly authenticatedAt: Date;
  /** Time from which the token must be verified again instead of using a cached result. */
  readonly goodUntil: Date;
}

export interface PoolContext extends Omit<
  UserPoolOptions,
  'limits' | 'onUserDeleted' | 'onEndedEverywhere' | 'onSignedOut' | 'passwordMinimumLength'
> {
  readonly poolName: string;
  readonly passwordMinimumLength: number;
  readonly secrets: PoolSecrets;
  readonly limits: PoolLimits;
  readonly onUserDeleted: (tx: PoolTransaction, sub: string) => Promise<void>;
  readonly onEndedEverywhere: (tx: PoolTransaction, sub: string) => Promise<void>;
  readonly onSignedOut: (sub: string) => Promise<void>;
  readonly verifyAccessToken: (token: string) => Promise<VerifiedToken>;
  readonly verifyIdToken: (token: string) => Promise<VerifiedToken>;
}

/**
 * Returns the part after the underscore. Clients use the part between the first two underscores, so
 * there must be only one.
 */
export function readPoolName(poolId: string): string {
  const name = /^[^_\s]+_([A-Za-z0-9]+)$/.exec(poolId)?.[1];
  if (name === undefined) throw new Error(`The user pool id ${poolId} is not region_Name`);
  return name;
}
