import { derivePoolSecrets, type PoolSecrets } from '#crypto/pool-secrets.ts';
import { createTokenVerifier, type VerifiedToken } from '#tokens/verify-token.ts';
import type { PoolTransaction } from './database.ts';
import { defaultLimits, type PoolLimits } from './limits.ts';
import type { UserPoolOptions } from './user-pool-options.ts';

export interface PoolContext extends Omit<
  UserPoolOptions,
  'limits' | 'onUserDeleted' | 'onSignedOut'
> {
  readonly poolName: string;
  readonly secrets: PoolSecrets;
  readonly limits: PoolLimits;
  readonly onUserDeleted: (tx: PoolTransaction, sub: string) => Promise<void>;
  readonly onSignedOut: (sub: string) => Promise<void>;
  readonly verifyAccessToken: (token: string) => Promise<VerifiedToken>;
  readonly verifyIdToken: (token: string) => Promise<VerifiedToken>;
}

export function createPoolContext(options: UserPoolOptions): PoolContext {
  const { poolId, identityPoolId, keys } = options;
  if (!/^[^:]+:[^:]+$/.test(identityPoolId)) {
    throw new Error(`The identity pool id ${identityPoolId} is not region:name`);
  }
  return {
    ...options,
    poolName: readPoolName(poolId),
    secrets: derivePoolSecrets(keys.root, poolId),
    limits: { ...defaultLimits, ...options.limits },
    onUserDeleted: options.onUserDeleted ?? (async () => {}),
    onSignedOut: options.onSignedOut ?? (async () => {}),
    verifyAccessToken: createTokenVerifier(options, 'access'),
    verifyIdToken: createTokenVerifier(options, 'id'),
  };
}

/** Clients take what stands between the first two underscores; so there must be only one. */
export function readPoolName(poolId: string): string {
  const name = /^[^_\s]+_([A-Za-z0-9]+)$/.exec(poolId)?.[1];
  if (name === undefined) throw new Error(`The user pool id ${poolId} is not region_Name`);
  return name;
}
