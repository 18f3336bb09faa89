import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolSecrets } from '#crypto/secrets.ts';
import type { UserPoolKeys } from '#crypto/user-pool-keys.ts';
import type { PoolLimits } from '#limits.ts';
import type { Mailer } from '#mail/mail-texts.ts';
import type { UserRow } from '#schema/users.ts';

export type PoolDatabase = NodePgDatabase;
export type PoolTransaction = Parameters<Parameters<PoolDatabase['transaction']>[0]>[0];
export type PoolQueryable = PoolDatabase | PoolTransaction;

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
  /** Characters that a new password has at least; 6 when not set, as Amazon Cognito's clients expect. */
  readonly passwordMinimumLength?: number;
  readonly limits?: Partial<PoolLimits>;
  /** Erases what else belongs to the user, in the transaction that deletes the account. */
  readonly onUserDeleted?: (tx: PoolTransaction, sub: string) => Promise<void>;
  /**
   * Ends what else lets others see the user's data, in the transaction that ends every sign-in, or
   * every one but the caller's.
   */
  readonly onEndedEverywhere?: (tx: PoolTransaction, sub: string) => Promise<void>;
  /**
   * Told once it is committed that the user's sign-ins were ended: the last one, all of them, or
   * all but the one that changed the password. It keeps its failures to itself.
   */
  readonly onSignedOut?: (sub: string) => Promise<void>;
}

export interface VerifiedToken {
  readonly user: UserRow;
  readonly originJti: string;
  /** When a password was entered last, and a code where one is asked for. */
  readonly authenticatedAt: Date;
  /** From this moment on the token must be verified anew, whatever is remembered of it. */
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

/** Clients take what stands between the first two underscores; so there must be only one. */
export function readPoolName(poolId: string): string {
  const name = /^[^_\s]+_([A-Za-z0-9]+)$/.exec(poolId)?.[1];
  if (name === undefined) throw new Error(`The user pool id ${poolId} is not region_Name`);
  return name;
}
