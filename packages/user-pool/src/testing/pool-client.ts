import type { FastifyInstance } from 'fastify';

export interface PoolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

const nameTarget = (target: string) =>
  target.includes('.') ? target : `AWSCognitoIdentityProviderService.${target}`;

/** Calls the pool by plain HTTP, for requests that the real client never sends. */
export async function callPool(
  endpoint: string,
  target: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PoolAnswer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': nameTarget(target),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return {
    status: response.status,
    headers: response.headers,
    body: answer as Record<string, unknown>,
  };
}

/** Signs in with the plain password, for tests that are not about its proof. */
export async function enterPassword(
  endpoint: string,
  email: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PoolAnswer> {
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const flow = { ClientId: 'tanren-web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
  return await callPool(endpoint, 'InitiateAuth', flow, headers);
}

export function readTokens({ body }: PoolAnswer) {
  const result = body['AuthenticationResult'] as Record<string, string> | undefined;
  if (result === undefined) throw new Error(`No tokens: ${JSON.stringify(body)}`);
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result;
  return { AccessToken, IdToken, RefreshToken };
}

/** Decodes the secret that an authenticator app is shown. */
export function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Calls the pool as from another network, which the throttles must distinguish. It opens no
 * connection, which takes a fraction of the time.
 */
export async function callPoolFrom(
  app: FastifyInstance,
  network: string,
  target: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PoolAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: '/cognito/',
    remoteAddress: network,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': nameTarget(target),
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answerHeaders = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) answerHeaders.set(name, String(value));
  }
  return { status: response.statusCode, headers: answerHeaders, body: response.json() };
}

/** Returns the cookies that a browser would send back. */
export function readCookies({ headers }: PoolAnswer): { readonly cookie: string } {
  return { cookie: headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
}
