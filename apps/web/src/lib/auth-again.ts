import { Amplify } from 'aws-amplify';
import { signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import {
  answerSignIn,
  createMemoryStorage,
  signInWithPassword,
  type SignInStep,
} from './auth-sign-in.ts';
import { holdIdentity, readIdentity } from './auth.ts';

/*
 * A second sign-in of whoever is signed in already. Amplify refuses one while it knows a member, so
 * it is done with an empty storage beside the real one: a wrong password costs nobody the session.
 */

type MemoryStorage = ReturnType<typeof createMemoryStorage>;

async function withStorage<T>({ storage }: MemoryStorage, act: () => Promise<T>): Promise<T> {
  return await holdIdentity(async () => {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
    try {
      return await act();
    } finally {
      cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage);
    }
  });
}

const tokenNames = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails'];

/** What Amplify keeps of the present sign-in, so that it can be ended once the new one stands. */
async function copyPresent(): Promise<MemoryStorage> {
  const clientId = Amplify.getConfig().Auth?.Cognito.userPoolClientId ?? '';
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const username = await defaultStorage.getItem(`${prefix}.LastAuthUser`);
  const copy = createMemoryStorage();
  const names = tokenNames.map((name) => `${prefix}.${username ?? ''}.${name}`);
  for (const key of [`${prefix}.LastAuthUser`, ...names]) {
    const value = await defaultStorage.getItem(key);
    if (value !== null) copy.entries.set(key, value);
  }
  return copy;
}

/** The new sign-in takes the place of the old one, which nobody needs on the list of devices. */
async function follow(step: SignInStep, aside: MemoryStorage): Promise<SignInStep> {
  if (step !== 'done') return step;
  const present = await copyPresent();
  for (const [key, value] of aside.entries) await defaultStorage.setItem(key, value);
  await withStorage(present, signOut);
  return step;
}

let begun = createMemoryStorage();

export async function proveAgain(password: string): Promise<SignInStep> {
  const identity = await readIdentity();
  if (identity === null) throw new Error('No current user');
  begun = createMemoryStorage();
  const step = await withStorage(begun, () => signInWithPassword(identity.username, password));
  return await follow(step, begun);
}

/** The code of the authenticator app, or a recovery code. */
export async function proveAgainByCode(code: string): Promise<SignInStep> {
  return await follow(await withStorage(begun, () => answerSignIn(code)), begun);
}
