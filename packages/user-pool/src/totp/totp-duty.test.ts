import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { setUserGroups } from '#administration.ts';
import { userPoolUsers } from '#schema/users.ts';
import { callPool, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const pool = await startTestPool({ mustUseTotp: ({ groups }) => groups.includes('staff') });
const ClientId = pool.options.clientId;
const password = 'sukiyaki55';
const hours = 3600;

async function signIn(email: string) {
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const flow = { ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
  return readTokens(await callPool(pool.endpoint, 'InitiateAuth', flow));
}

const refresh = async (RefreshToken: string) =>
  await callPool(pool.endpoint, 'GetTokensFromRefreshToken', { ClientId, RefreshToken });

test('tokens and identity say that the app is missing, until it is in use', async () => {
  const email = 'shokuin@example.com';
  const sub = await pool.addUser({ email, password, groups: ['staff'] });
  await pool.addUser({ email: 'kaiin@example.com', password, groups: ['member'] });
  const member = await signIn('kaiin@example.com');
  expect(decodeJwt(member.IdToken)['custom:totp_required']).toBeUndefined();
  expect(await pool.verifyIdToken(member.IdToken)).toMatchObject({ totpMissing: false });

  const staff = await signIn(email);
  expect(decodeJwt(staff.IdToken)['custom:totp_required']).toBe('true');
  expect(await pool.verifyIdToken(staff.IdToken)).toMatchObject({ totpMissing: true });
  await pool.db.update(userPoolUsers).set({ totpEnabled: true }).where(eq(userPoolUsers.sub, sub));
  expect(await pool.verifyIdToken(staff.IdToken)).toMatchObject({ totpMissing: false });
  const renewed = readTokens(await refresh(staff.RefreshToken));
  expect(decodeJwt(renewed.IdToken)['custom:totp_required']).toBeUndefined();
});

test('such a sign-in lasts 12 hours, also of one who was named since', async () => {
  const emails = ['hayaban@example.com', 'osoban@example.com', 'ippan@example.com'] as const;
  const named = await pool.addUser({ email: emails[0], password, groups: ['staff'] });
  const later = await pool.addUser({ email: emails[1], password });
  await pool.addUser({ email: emails[2], password });
  let tokens = [await signIn(emails[0]), await signIn(emails[1]), await signIn(emails[2])];
  await setUserGroups(pool.db, later, ['staff']);
  pool.wait(11 * hours + 3000);
  tokens = await Promise.all(
    tokens.map(async ({ RefreshToken }) => readTokens(await refresh(RefreshToken))),
  );
  const [first] = tokens;
  pool.wait(700);
  const answers = await Promise.all(tokens.map(({ RefreshToken }) => refresh(RefreshToken)));
  const expired = { status: 400, body: { message: 'Refresh Token has expired' } };
  expect(answers).toMatchObject([expired, expired, { status: 200 }]);
  // What was issued shortly before lasts no longer than the sign-in.
  await expect(pool.verifyIdToken(first?.IdToken ?? '')).rejects.toThrow('expired');
  expect(named).not.toBe(later);
});
