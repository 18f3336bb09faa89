import { asc, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authenticationEvents } from '#schema/authentication-events.ts';
import { issueDelegationCode } from '#sign-in/delegation.ts';
import { callPool, enterPassword, fromBase32, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { purgeExpired } from '#throttle/purge.ts';
import { totpCode, totpStep } from '#totp/totp.ts';
import { coarseNetwork } from './record-event.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;
const call = async (target: string, body: object) =>
  await callPool(pool.endpoint, target, { ClientId, ...body });
const signIn = async (name: string, password: string) =>
  await enterPassword(pool.endpoint, name, password);

async function listEvents(sub: string) {
  const rows = await pool.db
    .select()
    .from(authenticationEvents)
    .where(eq(authenticationEvents.sub, sub))
    .orderBy(asc(authenticationEvents.id));
  return rows.map(({ operation, outcome }) => `${operation} ${outcome}`);
}

/** Waits for the events, because failures are stored after the answer. */
async function expectEvents(sub: string, expected: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(await listEvents(sub)).toEqual(expected), 10_000);
}

test('records every outcome as an event of the account, without secrets', async () => {
  const email = 'kiroku@example.com';
  const [password, next, third] = ['Himitsu-4711', 'Himitsu-4712', 'Himitsu-4713'];
  const { body: made } = await call('SignUp', { Username: email, Password: password });
  const sub = String(made['UserSub']);
  const signUpCode = pool.readCode(email);
  await call('ConfirmSignUp', { Username: email, ConfirmationCode: signUpCode });
  await signIn(email, 'Machigai-0815');
  await expectEvents(sub, ['sign-up success', 'sign-in failure']);

  const first = readTokens(await signIn(email, password));
  const { AccessToken } = first;
  await call('ChangePassword', {
    AccessToken,
    PreviousPassword: password,
    ProposedPassword: next,
  });
  const { body: app } = await call('AssociateSoftwareToken', { AccessToken });
  const secret = fromBase32(String(app['SecretCode']));
  const timeCode = (steps: number) => totpCode(secret, totpStep(pool.options.now()) + steps);
  await call('VerifySoftwareToken', { AccessToken, UserCode: timeCode(0) });
  const setTotp = async (Enabled: boolean) =>
    await call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled } });
  await setTotp(true);
  await expectEvents(sub, [
    'sign-up success',
    'sign-in failure',
    'sign-in success',
    'password-change success',
    'totp-on success',
  ]);

  const { Session } = (await signIn(email, next)).body;
  const answer = async (SOFTWARE_TOKEN_MFA_CODE: string) =>
    await call('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: sub, SOFTWARE_TOKEN_MFA_CODE },
    });
  const wrongCode = timeCode(1) === '815815' ? '815816' : '815815';
  await answer(wrongCode);
  await vi.waitFor(async () => expect(await listEvents(sub)).toContain('second-factor failure'));
  const second = readTokens(await answer(timeCode(1)));
  await setTotp(false);
  await call('RevokeToken', { Token: second.RefreshToken });
  await call('RevokeToken', { Token: second.RefreshToken });

  const identity = await pool.verifyIdToken(first.IdToken);
  const delegation = await issueDelegationCode(pool.db, identity, pool.options.now());
  const custom = await call('InitiateAuth', {
    AuthFlow: 'CUSTOM_AUTH',
    AuthParameters: { USERNAME: sub },
  });
  await call('RespondToAuthChallenge', {
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session: custom.body['Session'],
    ChallengeResponses: { USERNAME: sub, ANSWER: delegation.code },
  });
  const refresh = async (RefreshToken: string) =>
    await call('GetTokensFromRefreshToken', { RefreshToken });
  const refreshed = readTokens(await refresh(first.RefreshToken));
  pool.wait(120);
  await refresh(first.RefreshToken);

  await call('ForgotPassword', { Username: email });
  const resetCode = pool.readCode(email);
  const reset = { Username: email, ConfirmationCode: resetCode, Password: third };
  await call('ConfirmForgotPassword', reset);
  const last = readTokens(await signIn(email, third));
  const renamed = 'kiroku-2@example.com';
  await call('UpdateUserAttributes', {
    AccessToken: last.AccessToken,
    UserAttributes: [{ Name: 'email', Value: renamed }],
  });
  const emailCode = pool.readCode(renamed);
  await call('VerifyUserAttribute', {
    AccessToken: last.AccessToken,
    AttributeName: 'email',
    Code: emailCode,
  });
  await call('GlobalSignOut', { AccessToken: last.AccessToken });
  await expectEvents(sub, [
    'sign-up success',
    'sign-in failure',
    'sign-in success',
    'password-change success',
    'totp-on success',
    'second-factor failure',
    'sign-in success',
    'totp-off success',
    'sign-out success',
    'delegated-sign-in success',
    'refresh reused',
    'password-reset success',
    'sign-in success',
    'email-change success',
    'sign-out-everywhere success',
  ]);

  const rows = await pool.db.select().from(authenticationEvents);
  const lines = pool.logLines.filter((line) => line.includes('"authentication"'));
  expect(rows[0]).toMatchObject({ network: '127.0.0.0/24' });
  expect(rows[0]?.requestId).not.toBe('');
  expect(lines.length).toBeGreaterThanOrEqual(rows.length + 1);
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    sub,
    operation: 'sign-up',
    outcome: 'success',
    network: '127.0.0.0/24',
    reqId: rows[0]?.requestId,
  });
  const written = `${pool.logLines.join('\n')}\n${rows.map((row) => JSON.stringify(row)).join('\n')}`;
  const tokens = [first, second, refreshed, last].flatMap((issued) => Object.values(issued));
  const codes = [signUpCode, resetCode, emailCode, timeCode(0), timeCode(1), wrongCode];
  const typed = [password, next, third, 'Machigai-0815', String(app['SecretCode'])];
  const travelled = [...tokens, delegation.code, String(Session), email];
  for (const secretText of [...typed, ...travelled]) {
    expect(secretText.length).toBeGreaterThan(5);
    expect(written.toLowerCase()).not.toContain(secretText.toLowerCase());
  }
  for (const code of codes) expect(written).not.toMatch(new RegExp(`(?<![\\d.])${code}(?![\\d.])`));
});

test('records a lock-out once, however often it rejects, and none for unknown accounts', async () => {
  const email = 'kagi@example.com';
  const sub = await pool.addUser({ email, password: 'Himitsu-4711' });
  for (let guess = 0; guess < 8; guess += 1) await signIn(email, 'Machigai-0815');
  const failures = Array.from({ length: 5 }, () => 'sign-in failure');
  const sorted = async () => (await listEvents(sub)).toSorted();
  await vi.waitFor(async () => expect(await sorted()).toEqual([...failures, 'sign-in locked']));

  await signIn('nobody@example.com', 'Machigai-0815');
  await vi.waitFor(() => {
    const unknown = pool.logLines.filter((line) => line.includes('"sub":null'));
    expect(unknown).toHaveLength(1);
  });
});

test('keeps events for 90 days, and deletes them with the account', async () => {
  const owner = { email: 'kyuujuu@example.com', password: 'Himitsu-4711' };
  const sub = await pool.addUser(owner);
  await signIn(owner.email, owner.password);
  pool.wait(89 * 24 * 3600);
  await purgeExpired(pool.db, pool.options.now());
  expect(await listEvents(sub)).toEqual(['sign-in success']);
  pool.wait(2 * 24 * 3600);
  await purgeExpired(pool.db, pool.options.now());
  expect(await listEvents(sub)).toEqual([]);

  const { AccessToken } = readTokens(await signIn(owner.email, owner.password));
  expect(await listEvents(sub)).toEqual(['sign-in success']);
  await call('DeleteUser', { AccessToken });
  expect(await listEvents(sub)).toEqual([]);
  const gone = pool.logLines.find((line) => line.includes('account-deletion'));
  expect(JSON.parse(gone ?? '{}')).toMatchObject({ sub, outcome: 'success' });
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:db8:0:0', '2001:db8:0::/48'],
  ['2001:db8:1::/48', '2001:db8:1::/48'],
  ['unknown', ''],
])('records the client %s as %s', (client, network) => {
  expect(coarseNetwork(client)).toBe(network);
});
