import { configureAuth } from '#lib/auth/auth.ts';

export const clientId = 'component-tests';

/** With an identity pool only where a test is about it: nothing but the live channel asks it. */
export function configureTestAuth({ identityPool = false } = {}): void {
  configureAuth({
    userPoolId: 'local_components',
    userPoolClientId: clientId,
    userPoolEndpoint: '/cognito/',
    // What a worker would open is what these tests render themselves.
    serviceWorker: false,
    ...(identityPool && { identityPoolId: 'local:components', identityPoolEndpoint: '/cognito/' }),
  });
}

/** Before the pages are imported: here they are not loaded one by one, and some set up Amplify. */
configureTestAuth();
