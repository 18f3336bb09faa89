import path from 'node:path';
import type { GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { readTokens } from '@tanren/user-pool/testing/pool-client';
import { signInWithSrp } from '@tanren/user-pool/testing/srp-client';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test } from 'vitest';
import { openIdentity } from '#composition/identity.ts';
import { type Environment, readConfig } from '#config/config.ts';
import { StartupError } from '#config/startup-error.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { runServer } from '#test/support/server/running-server.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { demoAccounts, demoPassword } from '@tanren/demo/members/demo-accounts';
import { prepareDemo } from './prepare-demo.ts';

const bundle = inject('programs').server;
const database = await createTestDatabase();

async function countPeople(url: string): Promise<number | undefined> {
  const [row] = await sql<{ n: number }>(url, 'select count(*)::int as n from user_infos');
  return row?.n;
}

async function signIn(address: string, username: string): Promise<string> {
  const credentials = { username, password: demoPassword, poolName: 'tanren' };
  return readTokens(await signInWithSrp(`${address}/cognito/`, credentials)).IdToken;
}

async function request(address: string, call: string, token: string): Promise<unknown> {
  const answer = await fetch(`${address}/api${call}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return await answer.json();
}

test('creates the whole demo world, and every account can sign in', async () => {
  const { url, programUrl } = database;
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  // One role owns the tables, and the program signs in with another.
  const roles = { DATABASE_URL: programUrl, DATABASE_MIGRATION_URL: url };
  const settings = { ...roles, DATA_DIR: dataDir, SEED: 'demo', USER_POOL_KEYS: testKeys };
  // Gyms keep their own time in whatever time zone the server runs.
  const node = runServer(bundle.main, { ...settings, TZ: 'Pacific/Kiritimati' });
  const address = await node.ready;
  expect(await countPeople(url)).toBe(203);
  const said = ['The demo world has been made.', demoPassword, 'npm run machine'];
  for (const text of [...said, ...demoAccounts.map(({ email }) => email)]) {
    expect(node.output()).toContain(text);
  }

  const token = await signIn(address, 'demo@tanren.example');
  expect(await request(address, '/userinfo', token)).toMatchObject({
    nickname: 'はるき',
    isProfileCompleted: true,
    agreedTermsAndConditionsVersion: 3,
  });
  expect(await request(address, '/workouts/latest', token)).toHaveProperty('setCount');
  expect(await request(address, '/gyms/1/business-hours/2028/2/29', token)).toMatchObject({
    date: '2028-02-29',
    opens: '2028-02-28T21:00:00.000Z',
    closes: '2028-02-29T17:00:00.000Z',
  });
  const { types } = (await request(address, '/gyms/2/crowd', token)) as GymCrowd;
  expect(types).toHaveLength(16);
  for (const { email, groups } of demoAccounts) {
    const [, payload = ''] = (await signIn(address, email)).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      'cognito:groups': groups,
    });
  }
});

const { db } = await createTestDatabase();
const now = () => new Date();
const keys = testKeys;

async function start(env: Environment) {
  const config = { ...readConfig(env), userPoolKeys: keys };
  const { userPool } = await openIdentity(config, db, { send: async () => {} }, now);
  return { userPool, prepare: () => prepareDemo({ config, db, userPool, now, log: () => {} }) };
}

test('does not start on a public address while an account has the published password', async () => {
  const gym = { PUBLIC_URL: 'https://gym.example' };
  expect(await (await start(gym)).prepare()).toBeNull();

  const { userPool, prepare } = await start({ SEED: 'none' });
  if (userPool === null) throw new Error('There is no embedded pool');
  const staff = demoAccounts.find(({ groups }) => groups.includes('staff'));
  if (staff === undefined) throw new Error('The demo has no staff');
  const account = { ...staff, sub: staff.person.sub, password: demoPassword };
  await createConfirmedUser(db, userPool, account);
  expect(await prepare()).toBeNull();

  const rejected = (await start(gym)).prepare();
  await expect(rejected).rejects.toThrow(StartupError);
  await expect(rejected).rejects.toThrow(
    /^the database has demo accounts [^\n]*staff@tanren\.example/,
  );

  const cognito = { COGNITO_USER_POOL_ID: 'r_1', COGNITO_CLIENT_ID: 'c' };
  expect(await (await start({ ...gym, ...cognito })).prepare()).toBeNull();
});
