import { configureAuth } from '#lib/auth/client-config.ts';

export const clientId = 'component-tests';

/** Configures the authentication. Only tests of the live channel need an identity pool. */
export function configureTestAuth({ identityPool = false } = {}): void {
  configureAuth({
    userPoolId: 'local_components',
    userPoolClientId: clientId,
    userPoolEndpoint: '/cognito/',
    // These tests render the pages themselves, so they need no service worker.
    serviceWorker: false,
    ...(identityPool && { identityPoolId: 'local:components', identityPoolEndpoint: '/cognito/' }),
  });
}

/**
 * This runs before the pages are imported: here they are not loaded one by one, and some configure
 * Amplify.
 */
configureTestAuth();
