import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { UserInfo } from '@tanren/contract/members/userinfo';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';

export const userPoolId = 'local_browser';
export const clientId = 'browser-tests';

/** Starts the part of a user pool that the API needs: an issuer with published keys. */
export async function startIssuer(): Promise<{
  issuer: string;
  privateKey: string;
  stop: () => void;
}> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = {
    ...(await exportJWK(keys.publicKey)),
    kid: 'browser-tests',
    alg: 'RS256',
    use: 'sig',
  };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    issuer: `http://127.0.0.1:${port}/${userPoolId}`,
    privateKey: await exportPKCS8(keys.privateKey),
    stop: () => {
      server.close();
    },
  };
}

export interface SessionState {
  readonly groups?: readonly string[];
  /** `null` when the member has no profile yet. */
  readonly userInfo: UserInfo | null;
}

/** Returns a profile like the server's answer, with the fields that the route guard checks. */
export function profileOf(isProfileCompleted: boolean, agreedVersion: number): UserInfo {
  return {
    nickname: 'テツ',
    height: isProfileCompleted ? 170 : null,
    weight: isProfileCompleted ? 65.5 : null,
    exerciseHabit: 'weekly-1',
    trainingPurposes: ['strength'],
    rankingVisible: true,
    isProfileCompleted,
    agreedTermsAndConditionsVersion: agreedVersion,
  };
}

export const readyMember: SessionState = { userInfo: profileOf(true, 3) };

async function signTokens(sub: string, groups: readonly string[]) {
  const key = await importPKCS8(process.env['ISSUER_KEY'] ?? '', 'RS256');
  const shared = { sub, 'cognito:groups': groups, origin_jti: randomUUID() };
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT({ ...shared, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'browser-tests' })
      .setIssuer(process.env['ISSUER'] ?? '')
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(key);
  return {
    idToken: await sign({ token_use: 'id', aud: clientId, 'cognito:username': sub }),
    accessToken: await sign({ token_use: 'access', client_id: clientId, username: sub }),
  };
}

/**
 * Stores the same profile on the server as in the page. The server rejects members without a
 * profile or agreement.
 */
async function storeProfile(idToken: string, userInfo: UserInfo): Promise<void> {
  const { isProfileCompleted, agreedTermsAndConditionsVersion: version, ...profile } = userInfo;
  if (!isProfileCompleted || version < 3) return;
  const calls = { '/userinfo': profile, '/my/terms-and-conditions-agreements': { version } };
  for (const [path, body] of Object.entries(calls)) {
    const answer = await fetch(`${process.env['BASE_URL'] ?? ''}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  }
}

/** Stores tokens where the Amplify client keeps them, and answers requests for the profile. */
export async function signInAs(page: Page, state: SessionState): Promise<void> {
  const sub = randomUUID();
  const tokens = await signTokens(sub, state.groups ?? ['member']);
  if (state.userInfo !== null) await storeProfile(tokens.idToken, state.userInfo);
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const items = {
    [`${prefix}.LastAuthUser`]: sub,
    [`${prefix}.${sub}.idToken`]: tokens.idToken,
    [`${prefix}.${sub}.accessToken`]: tokens.accessToken,
    [`${prefix}.${sub}.refreshToken`]: 'unused',
    [`${prefix}.${sub}.clockDrift`]: '0',
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, items);
  await page.route('**/api/userinfo', async (route) => {
    await (state.userInfo === null
      ? route.fulfill({ status: 404, json: { code: 'not_found' } })
      : route.fulfill({ json: state.userInfo }));
  });
}
