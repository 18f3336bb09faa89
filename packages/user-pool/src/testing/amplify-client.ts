import { Amplify } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { TestPool } from './test-pool.ts';

/** Makes the storage of a browser (localStorage). Each one is another device. */
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
 * Flow for sign-ins that are not the subject of a test. The client's computation for the proof of a
 * password takes half a second each time; amplify.test.ts tests it.
 */
export const byPassword = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
