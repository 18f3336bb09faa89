import type { CognitoConfig } from './config.ts';

/**
 * Returns the address of the identity pool. Amazon's have their own, and others share the origin of
 * their user pool.
 */
export function findIdentityEndpoint({ issuer, identityPoolId }: CognitoConfig): string {
  const userPool = new URL(issuer);
  if (!isAmazon(userPool)) return `${userPool.origin}/`;
  const region = identityPoolId?.split(':')[0] ?? '';
  const suffix = userPool.hostname.endsWith('.cn') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://cognito-identity.${region}.${suffix}/`;
}

/** Returns whether the issuer is a pool of Amazon, and not one that speaks its protocol. */
export function isAmazon(issuer: URL): boolean {
  return /^cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?$/.test(issuer.hostname);
}
