import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteUserAccount, findAccountByEmail, listAccounts } from '#administration.ts';
import { PoolError } from '#pool-error.ts';
import { userPoolCodes } from '#schema/codes.ts';
import { userPoolSessions } from '#schema/sessions.ts';
import { userPoolUsers } from '#schema/users.ts';
import { callPool, enterPassword, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const erased: string[] = [];
const pool = await startTestPool({ onUserDeleted: async (_tx, sub) => void erased.push(sub) });
const { db, options } = pool;
const password = 'matsutake99';

test('finds an account by its whole address in any spelling, and by its id', async () => {
  const sub = await pool.addUser({ email: 'Taro@Example.com', password });
  const known = { email: 'taro@example.com', groups: ['member'], createdAt: options.now() };
  const account = { sub, ...known };
  expect(await findAccountByEmail(db, 'TARO@example.COM')).toEqual(account);
  for (const other of ['taro@example', 'aro@example.com', '%@example.com', '']) {
    expect(await findAccountByEmail(db, other)).toBeNull();
  }
  expect(await listAccounts(db, [sub, randomUUID()])).toEqual([account]);
  expect(await listAccounts(db, [])).toEqual([]);
});

test('an account deleted by an operator is gone as if its user had deleted it', async () => {
  const email = 'hanako@example.com';
  const sub = await pool.addUser({ email, password });
  const signIn = async () => await enterPassword(pool.endpoint, email, password);
  const { IdToken } = readTokens(await signIn());
  await callPool(pool.endpoint, 'ForgotPassword', { ClientId: 'tanren-web', Username: email });
  expect(await db.$count(userPoolCodes)).toBe(1);
  expect(await pool.verifyIdToken(IdToken)).toMatchObject({ sub });

  const deleted = await db.transaction(async (tx) => await deleteUserAccount(tx, options, sub));
  expect([deleted, erased]).toEqual([true, [sub]]);
  expect(await db.$count(userPoolCodes)).toBe(0);
  expect(await db.$count(userPoolSessions, eq(userPoolSessions.sub, sub))).toBe(0);
  expect(await db.$count(userPoolUsers, eq(userPoolUsers.sub, sub))).toBe(0);
  await expect(pool.verifyIdToken(IdToken)).rejects.toBeInstanceOf(PoolError);
  expect((await signIn()).status).toBe(400);

  const again = await db.transaction(async (tx) => await deleteUserAccount(tx, options, sub));
  expect(again).toBe(false);
});

test('a failure during erasure keeps the account', async () => {
  const sub = await pool.addUser({ email: 'stays@example.com', password });
  const failing = {
    ...options,
    onUserDeleted: async () => {
      throw new Error('not now');
    },
  };
  await expect(
    db.transaction(async (tx) => await deleteUserAccount(tx, failing, sub)),
  ).rejects.toThrow('not now');
  expect(await listAccounts(db, [sub])).toHaveLength(1);
});
