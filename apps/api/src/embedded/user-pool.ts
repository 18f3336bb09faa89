import path from 'node:path';
import { passwordMinLength } from '@tanren/domain/identity/password';
import { keyFileName, loadOrCreateKeys } from '@tanren/user-pool/crypto/key-file';
import {
  parseKeys,
  type UserPoolKeys,
  UserPoolKeysError,
} from '@tanren/user-pool/crypto/user-pool-keys';
import { PoolError } from '@tanren/user-pool/pool-error';
import { createDelegation } from '@tanren/user-pool/sign-in/delegation';
import { createVerifyIdToken } from '@tanren/user-pool/tokens/verify-tokens';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { AppError } from '#http/app-error.ts';
import type { Config } from '#config/config.ts';
import { appointments } from '#modules/identity/accounts.service.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Database, Transaction } from '#db/database.ts';
import { demoAccounts } from '@tanren/demo/members/demo-accounts';
import { errorCode } from '#http/error-code.ts';
import type { VerifyToken } from '#http/auth/authentication.ts';
import { StartupError } from '#config/startup-error.ts';
import { closeAccount } from './accounts.ts';

/** Names of the embedded pools: any text with the separator that Amplify looks for. */
export const embeddedPool = {
  userPoolId: 'local_tanren',
  clientId: 'tanren-web',
  identityPoolId: 'local:tanren',
  path: '/cognito/',
} as const;

interface UserPoolContext {
  readonly config: Pick<
    Config,
    'dataDir' | 'publicUrl' | 'seed' | 'userPoolKeys' | 'userPoolPasswordAuth'
  >;
  readonly db: Database;
  readonly mailer: Mailer;
  readonly now: () => Date;
  /** Erases all other data of the member in the transaction that deletes the account. */
  readonly eraseMember: (tx: Transaction, sub: string) => Promise<void>;
  /** Ends shared access to the member's data. Called when all sign-ins are ended. */
  readonly endShares: (tx: Transaction, sub: string) => Promise<void>;
}

const demoEmails: ReadonlySet<string> = new Set(demoAccounts.map(({ email }) => email));

/** Opens the pool that stores accounts when no Amazon Cognito is configured. */
export async function openUserPool({
  config,
  db,
  mailer,
  now,
  eraseMember,
  endShares,
}: UserPoolContext): Promise<UserPoolOptions> {
  return {
    db,
    keys: await openKeys(config, now()),
    now,
    sendMail: async (mail) => await mailer.send(mail),
    poolId: embeddedPool.userPoolId,
    clientId: embeddedPool.clientId,
    identityPoolId: embeddedPool.identityPoolId,
    issuer: new URL(`${embeddedPool.path}${embeddedPool.userPoolId}`, config.publicUrl).href,
    passwordAuth: config.userPoolPasswordAuth,
    passwordMinimumLength: passwordMinLength,
    // The demo accounts need no authenticator app, because visitors share them.
    mustUseTotp: ({ email, groups }) =>
      groups.some((group) => appointments.some((each) => each === group)) &&
      !(config.seed === 'demo' && demoEmails.has(email)),
    onEndedEverywhere: endShares,
    onUserDeleted: async (tx, sub) => {
      await withPoolErrors(closeAccount(tx, sub));
      await eraseMember(tx, sub);
    },
  };
}

/**
 * Returns the configured keys, or those stored in DATA_DIR. Unusable keys are reported, never
 * replaced.
 */
async function openKeys(
  { dataDir, userPoolKeys }: Pick<Config, 'dataDir' | 'userPoolKeys'>,
  now: Date,
): Promise<UserPoolKeys> {
  const file = path.join(dataDir, keyFileName);
  try {
    return userPoolKeys === null
      ? await loadOrCreateKeys(dataDir, now)
      : await parseKeys(userPoolKeys);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined && !(error instanceof UserPoolKeysError)) throw error;
    const reason = error instanceof UserPoolKeysError ? error.message : (code ?? '');
    throw new StartupError(
      userPoolKeys === null
        ? `${file} cannot be used (${reason}): make it readable, or put it back from a backup, for passwords open with no other`
        : `USER_POOL_KEYS cannot be used (${reason}): set it to the whole content of ${keyFileName} of the first node`,
      { cause: error },
    );
  }
}

/** Translates a rejection by the API to an error name that Cognito has. */
async function withPoolErrors(closing: Promise<void>): Promise<void> {
  try {
    await closing;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new PoolError('NotAuthorizedException', 'The user is trainer or staff.');
  }
}

/** Creates the token check of the embedded pool, with errors of the API instead of Cognito's. */
export function createPoolVerifyToken(pool: UserPoolOptions): VerifyToken {
  return withAppErrors(createVerifyIdToken(pool));
}

/** Creates the function that hands a sign-in to another client. */
export function createIssueCode(pool: UserPoolOptions) {
  return withAppErrors(createDelegation(pool));
}

function withAppErrors<Given extends unknown[], Answer>(
  call: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    try {
      return await call(...given);
    } catch (error) {
      if (error instanceof PoolError) throw new AppError('unauthenticated', { cause: error });
      throw error;
    }
  };
}
