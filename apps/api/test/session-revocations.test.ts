import { createPoolContext } from '@tanren/user-pool/user-pool';
import { startSession } from '@tanren/user-pool/tokens/start-session';
import { revokeSession, revokeSessions } from '@tanren/user-pool/tokens/sessions.store';
import { findUserBySub } from '@tanren/user-pool/users/users.store';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openIdentity } from '#composition/identity.ts';
import { openTokenCache } from '#http/auth/token-checks.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import type { VerifyToken } from '#http/auth/authentication.ts';
import { silentLog } from './support/app.ts';
import { sql } from './support/database.ts';
import { startStallingProxy } from './support/failures.ts';
import { openTestPool } from './support/identity/pool-world.ts';

const { db, url, config, now, mailer, userPool, addAccount } = await openTestPool();
const pool = createPoolContext(userPool);

const call = {
  clientNetwork: '192.0.2.1',
  requestId: 'test',
  userAgent: 'test',
  cookies: '',
  log: silentLog,
  setCookie: () => {},
  runAfterwards: () => {},
};

async function signIn() {
  const { sub } = await addAccount();
  const user = await findUserBySub(db, sub);
  if (user === null) throw new Error('The account is gone');
  const { IdToken } = await startSession(pool, call, user);
  return { sub, IdToken, originJti: String(decodeJwt(IdToken)['origin_jti']) };
}

/**
 * Starts a node with connections of its own. Its notification connection may use another address.
 */
async function startNode(lineUrl = url) {
  const own = openDatabase(url);
  const lineDatabase = openDatabase(lineUrl);
  const identity = await openIdentity(config, own, mailer, now);
  const verify = vi.fn<VerifyToken>(identity.verifyToken);
  const { verifyToken, line } = openTokenCache(lineDatabase, verify, now);
  onTestFinished(async () => {
    await line.close();
    await closeDatabase(lineDatabase);
    await closeDatabase(own);
  });
  /** Calls until the node answers from its cache. */
  const warm = async (token: string) => {
    await expect
      .poll(async () => {
        const before = verify.mock.calls.length;
        await verifyToken(token);
        return verify.mock.calls.length - before;
      })
      .toBe(0);
  };
  return { verifyToken: async (token: string) => await verifyToken(token), line, warm };
}

const unauthenticated = expect.objectContaining({ code: 'unauthenticated' }) as unknown;
type Member = Awaited<ReturnType<typeof signIn>>;

test.each<[string, (member: Member) => Promise<unknown>]>([
  ['signs out', ({ originJti }) => revokeSession(db, originJti, now())],
  ['signs out everywhere', ({ sub }) => revokeSessions(db, sub, now())],
  ['is deleted', ({ sub }) => sql(url, 'delete from user_pool_users where sub = $1', [sub])],
  [
    'is signed out by an operator',
    ({ sub }) => sql(url, 'delete from user_pool_sessions where sub = $1', [sub]),
  ],
  [
    'is signed out everywhere by an operator',
    () => sql(url, 'truncate user_pool_sessions cascade'),
  ],
])('whoever %s is refused by a node that remembers the token', async (_name, revoke) => {
  const node = await startNode();
  const member = await signIn();
  await node.warm(member.IdToken);
  await revoke(member);
  await expect
    .poll(async () => await node.verifyToken(member.IdToken).catch((error: unknown) => error))
    .toEqual(unauthenticated);
});

test('a removed role is gone on every node', async () => {
  const node = await startNode();
  const { sub, IdToken } = await signIn();
  await sql(url, `update user_pool_users set groups = '{staff}' where sub = $1`, [sub]);
  await node.warm(IdToken);
  await sql(url, `update user_pool_users set groups = '{}' where sub = $1`, [sub]);
  await expect.poll(async () => (await node.verifyToken(IdToken)).groups).toEqual([]);
});

test('recording a device does not verify the token of another sign-in again', async () => {
  const node = await startNode();
  const { IdToken, originJti } = await signIn();
  await node.warm(IdToken);
  const before = node.line.position();
  const seen = 'update user_pool_sessions set last_seen_at = now() where origin_jti = $1';
  await sql(url, seen, [originJti]);
  await sql(url, `notify session_changes, 'the end'`);
  await expect.poll(() => node.line.position()).not.toBe(before);
  expect(node.line.position()).toBe((before ?? Number.NaN) + 1);
});

test('answers nothing from memory while the notification line is cut, and nothing older afterwards', async () => {
  const node = await startNode();
  const gone = await signIn();
  const staying = await signIn();
  await node.warm(gone.IdToken);
  await node.warm(staying.IdToken);
  await sql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen session_changes%'`,
  );
  await expect.poll(() => node.line.position()).toBeNull();
  await revokeSession(db, gone.originJti, now());
  await expect(node.verifyToken(gone.IdToken)).rejects.toEqual(unauthenticated);
  await node.warm(staying.IdToken);
  await expect(node.verifyToken(gone.IdToken)).rejects.toEqual(unauthenticated);
});

test('does not trust a silent notification line, and opens it again', async () => {
  const proxy = await startStallingProxy(() => Number(new URL(url).port));
  const throughProxy = new URL(url);
  throughProxy.host = `127.0.0.1:${proxy.port}`;
  throughProxy.search = '';
  const node = await startNode(throughProxy.href);
  const gone = await signIn();
  await node.warm(gone.IdToken);
  proxy.stall();
  await revokeSession(db, gone.originJti, now());
  await expect
    .poll(async () => await node.verifyToken(gone.IdToken).catch((error: unknown) => error))
    .toEqual(unauthenticated);
  proxy.resume();
  await node.warm((await signIn()).IdToken);
  await expect(node.verifyToken(gone.IdToken)).rejects.toEqual(unauthenticated);
});
