import type { Mailer } from '@tanren/user-pool/mail/mailer';
import type { UserPoolOptions } from '@tanren/user-pool/user-pool-options';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createPoolVerifyToken, openUserPool } from './embedded/user-pool.ts';
import { eraseMember } from './member-data.ts';
import type { VerifyToken } from './plugins/authentication.ts';
import { createVerifyToken } from './plugins/verify-token.ts';

export interface Identification {
  readonly userPool: UserPoolOptions | null;
  readonly verifyToken: VerifyToken;
}

/** Who keeps the accounts: our own pool, or the configured one, whose tokens we only check. */
export async function openIdentity(
  config: Config,
  db: Database,
  mailer: Mailer,
  now: () => Date,
): Promise<Identification> {
  if (config.cognito !== null) {
    return { userPool: null, verifyToken: createVerifyToken(config.cognito, now) };
  }
  const userPool = await openUserPool({ config, db, mailer, now, eraseMember });
  return { userPool, verifyToken: createPoolVerifyToken(userPool) };
}
