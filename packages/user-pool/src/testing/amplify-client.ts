import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { TestPool } from './test-pool.ts';

/** What a browser keeps in localStorage; each is another device. */
export function createDevice() {
  const items = new Map<string, string>();
  return {
    items,
    setItem: async (key: string, value: string) => {
      items.set(key, value);
    },
    getItem: async (key: string) => items.get(key) ?? null,
    removeItem: async (key: string) => {
      items.delete(key);
    },
    clear: async () => {
      items.clear();
    },
  };
}

type Device = ReturnType<typeof createDevice>;

export function configureAmplify(
  { endpoint, options }: Pick<TestPool, 'endpoint' | 'options'>,
  { identityPool = false } = {},
): void {
  const userPool = {
    userPoolId: options.poolId,
    userPoolClientId: options.clientId,
    userPoolEndpoint: endpoint,
  };
  const { identityPoolId } = options;
  if (!identityPool) Amplify.configure({ Auth: { Cognito: userPool } });
  else {
    Amplify.configure({
      Auth: { Cognito: { ...userPool, identityPoolId, identityPoolEndpoint: endpoint } },
    });
  }
}

export function pickUpDevice(device: Device): void {
  cognitoUserPoolsTokenProvider.setKeyValueStorage(device);
}

/**
 * For sign-ins on the way to something else: the client's arithmetic for the proof of a password
 * takes half a second each time. The proof itself is the subject of amplify.test.ts.
 */
export const byPassword = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
