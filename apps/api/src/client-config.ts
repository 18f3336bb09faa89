import type { ClientConfig } from '@tanren/contract/build-manifest';

import type { Config } from './config.ts';
import { isAmazon } from './plugins/content-security-policy.ts';

/** Names of the embedded pools: any text with the separator Amplify looks for. */
export const embeddedPool = {
  userPoolId: 'local_tanren',
  clientId: 'tanren-web',
  identityPoolId: 'local:tanren',
  path: '/cognito/',
} as const;

/** What the browser must know to sign in: switched by the same settings as our issuer. */
export function describeClientConfig({ cognito }: Pick<Config, 'cognito'>): ClientConfig {
  if (cognito === null) {
    return {
      userPoolId: embeddedPool.userPoolId,
      userPoolClientId: embeddedPool.clientId,
      userPoolEndpoint: embeddedPool.path,
      identityPoolId: embeddedPool.identityPoolId,
      identityPoolEndpoint: embeddedPool.path,
    };
  }
  const issuer = new URL(cognito.issuer);
  const endpoint = isAmazon(issuer) ? null : `${issuer.origin}/`;
  return {
    userPoolId: cognito.userPoolId,
    userPoolClientId: cognito.clientId,
    ...(endpoint !== null && { userPoolEndpoint: endpoint }),
    ...(cognito.identityPoolId !== null && { identityPoolId: cognito.identityPoolId }),
    ...(endpoint !== null && cognito.identityPoolId !== null && { identityPoolEndpoint: endpoint }),
  };
}
