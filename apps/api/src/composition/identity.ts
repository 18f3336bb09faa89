import type { Mailer } from '#mail/mailer.ts';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { findLiveSessions } from '@tanren/user-pool/tokens/sessions.store';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import type { FindLiveSignIns } from '#embedded/broker/session-checks.ts';
import { createPoolVerifyToken, openUserPool } from '#embedded/user-pool.ts';
import { endShares, eraseMember } from './member-data.ts';
import type { VerifyToken } from '#http/auth/authentication.ts';
import { createTokenCache } from '#http/auth/token-cache.ts';
import { recordAddresses, rejectErased } from '#http/auth/token-checks.ts';
import { createVerifyToken } from '#http/auth/verify-token.ts';

interface Identification {
  readonly userPool: UserPoolOptions | null;
  readonly verifyToken: VerifyToken;
  /** `null` when only an external user pool knows which sign-ins have ended. */
  readonly findLiveSignIns: FindLiveSignIns | null;
}

/** Opens the embedded user pool, or the verification of tokens of a configured external pool. */
export async function openIdentity(
  config: Config,
  db: Database,
  mailer: Mailer,
  now: () => Date,
): Promise<Identification> {
  if (config.cognito !== null) {
    // The external pool does not report revocations, so only verified signatures are cached.
    const { verifyToken: verifySigned } = createTokenCache({
      verifyToken: recordAddresses(db, createVerifyToken(config.cognito, now)),
      revocations: { position: () => 0 },
      now,
    });
    const verifyToken = rejectErased(db, verifySigned);
    return { userPool: null, verifyToken, findLiveSignIns: null };
  }
  const userPool = await openUserPool({ config, db, mailer, now, eraseMember, endShares });
  return {
    userPool,
    verifyToken: createPoolVerifyToken(userPool),
    findLiveSignIns: (signIns) => findLiveSessions(db, signIns, now()),
  };
}
