import { expect, test } from 'vitest';
import { userPoolSessions } from '#schema/sessions.ts';
import { userPoolAllowances, userPoolGuesses, userPoolSpentTickets } from '#schema/codes.ts';
import { userPoolUsers } from '#schema/users.ts';
import { callPool, readTokens } from '#testing/pool-client.ts';
import { signInWithSrp } from '#testing/srp-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { purgeExpired } from './purge.ts';

const pool = await startTestPool();
const password = 'souji 2024';

test('purging removes what has ended and nothing else', async () => {
  await pool.addUser({ email: 'neat@example.com', password });
  const signIn = async () =>
    await signInWithSrp(pool.endpoint, { username: 'neat@example.com', password });
  await signIn();
  await signInWithSrp(pool.endpoint, { username: 'neat@example.com', password: 'wrong1234' });
  await callPool(pool.endpoint, 'ForgotPassword', {
    ClientId: pool.options.clientId,
    Username: 'neat@example.com',
  });
  pool.wait(29 * 24 * 3600);
  const live = readTokens(await signIn());
  pool.wait(24 * 3600 + 3601);
  const late = readTokens(
    await callPool(pool.endpoint, 'GetTokensFromRefreshToken', {
      ClientId: pool.options.clientId,
      RefreshToken: live.RefreshToken,
    }),
  );
  await purgeExpired(pool.db, pool.options.now());
  expect(await pool.db.select().from(userPoolSessions)).toHaveLength(1);
  expect(await pool.db.select().from(userPoolSpentTickets)).toEqual([]);
  expect(await pool.db.select().from(userPoolGuesses)).toEqual([]);
  expect(await pool.db.select().from(userPoolAllowances)).toEqual([]);
  expect(await pool.verifyIdToken(late.IdToken)).toMatchObject({ email: 'neat@example.com' });
});

test('deletes an unconfirmed sign-up after a week', async () => {
  await callPool(pool.endpoint, 'SignUp', {
    ClientId: pool.options.clientId,
    Username: 'abandoned@example.com',
    Password: password,
  });
  const readEmails = async () =>
    (await pool.db.select({ email: userPoolUsers.email }).from(userPoolUsers)).map(
      ({ email }) => email,
    );
  pool.wait(7 * 24 * 3600 - 60);
  await purgeExpired(pool.db, pool.options.now());
  expect(await readEmails()).toContain('abandoned@example.com');
  pool.wait(120);
  await purgeExpired(pool.db, pool.options.now());
  expect(await readEmails()).toEqual(['neat@example.com']);
});
