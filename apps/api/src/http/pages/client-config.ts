import type { ClientConfig } from '@tanren/contract/build-manifest';
import { isAmazon } from '#config/cognito-endpoints.ts';
import type { Config } from '#config/config.ts';
import { embeddedPool } from '#embedded/user-pool.ts';

/** Returns the settings that a page needs from the server. */
export function describeClientConfig(
  config: Pick<Config, 'cognito' | 'serviceWorker' | 'tracing'>,
): ClientConfig {
  return {
    ...describePools(config.cognito),
    ...(!config.serviceWorker && { serviceWorker: false }),
    ...(config.tracing !== null && { traces: true }),
  };
}

/** Returns the pools for the sign-in, from the same settings as the issuer of the tokens. */
function describePools(cognito: Config['cognito']): ClientConfig {
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
