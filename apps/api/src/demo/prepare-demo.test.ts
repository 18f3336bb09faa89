import { createConfirmedUser } from '@tanren/user-pool/administration';
import { createKeys } from '@tanren/user-pool/keys/user-pool-keys';
import { expect, test } from 'vitest';
import { type Environment, readConfig } from '#config.ts';
import { openIdentity } from '#composition/identity.ts';
import { StartupError } from '#startup-error.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { prepareDemo } from './prepare-demo.ts';

const { db } = await createTestDatabase();
const now = () => new Date();
const keys = JSON.stringify(await createKeys(now()));

async function start(env: Environment) {
  const config = { ...readConfig(env), userPoolKeys: keys };
  const { userPool } = await openIdentity(config, db, { send: async () => {} }, now);
  return { userPool, prepare: () => prepareDemo({ config, db, userPool, now, log: () => {} }) };
}

test('where strangers may come, it does not start beside an account with the published password', async () => {
  const gym = { PUBLIC_URL: 'https://gym.example' };
  expect(await (await start(gym)).prepare()).toBeNull();

  const { userPool, prepare } = await start({ SEED: 'none' });
  if (userPool === null) throw new Error('There is no embedded pool');
  const staff = demoAccounts.find(({ groups }) => groups.includes('staff'));
  if (staff === undefined) throw new Error('The demo has no staff');
  const account = { ...staff, sub: staff.person.sub, password: demoPassword };
  await createConfirmedUser(db, userPool, account);
  expect(await prepare()).toBeNull();

  const refused = (await start(gym)).prepare();
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(
    /^the database has demo accounts [^\n]*staff@tanren\.example/,
  );

  const cognito = { COGNITO_USER_POOL_ID: 'r_1', COGNITO_CLIENT_ID: 'c' };
  expect(await (await start({ ...gym, ...cognito })).prepare()).toBeNull();
});
