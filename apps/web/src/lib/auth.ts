import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import type { ClientConfig } from '@tanren/contract/build-manifest';

/** A path in the settings means this origin; Amplify wants absolute addresses. */
function absolute(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : new URL(endpoint, location.origin).href;
}

export function configureAuth(config: ClientConfig): void {
  const userPoolEndpoint = absolute(config.userPoolEndpoint);
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(userPoolEndpoint === undefined ? {} : { userPoolEndpoint }),
      },
    },
  });
}

export interface Identity {
  readonly sub: string;
  /** What the pool calls the account; the e-mail address can change, this cannot. */
  readonly username: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  readonly idToken: string;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readGroups(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : [];
}

/** Who is signed in, with a token that is still valid (Amplify renews it when it is not). */
export async function readIdentity(): Promise<Identity | null> {
  try {
    const { tokens } = await fetchAuthSession();
    const idToken = tokens?.idToken;
    const sub = readText(idToken?.payload.sub);
    if (!idToken || sub === null) return null;
    const { payload } = idToken;
    return {
      sub,
      username: readText(payload['cognito:username']) ?? sub,
      email: readText(payload['email']),
      groups: readGroups(payload['cognito:groups']),
      idToken: idToken.toString(),
    };
  } catch (error) {
    if (error instanceof Error && error.message === 'No current user') return null;
    throw error;
  }
}

export async function readIdToken(): Promise<string | null> {
  return (await readIdentity())?.idToken ?? null;
}
