import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPoolContext } from '#user-pool.ts';
import { callPool } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { findAccount } from './account.ts';

const pool = await startTestPool();
const context = createPoolContext(pool.options);
const ClientId = pool.options.clientId;
const find = async (name: string) => await findAccount(pool.db, context, name);
const looks = async (name: string) => {
  const { sub, maskedEmail, credential } = await find(name);
  return { sub, maskedEmail, salt: credential.salt.toString('hex') };
};

test('an unknown name looks the same by address and by id as a known one', async () => {
  const names = Array.from(
    { length: 200 },
    (_, index) => `Ab${index}.cd@${'kmz7'.at(index % 4)}x.jp`,
  );
  const real = await pool.addUser({ email: 'real@example.com', password: 'yakimono 12' });
  expect(await looks('real@example.com')).toEqual(await looks(real));
  for (const name of [...names, "'odd@example.com", '7@8.example.com']) {
    const byAddress = await looks(name);
    expect(byAddress).toEqual(await looks(byAddress.sub));
    expect(byAddress.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(byAddress.maskedEmail).toBe(
      `${name.slice(0, 1).toLowerCase()}***@${name.split('@')[1]?.slice(0, 1) ?? ''}***`,
    );
  }
  const seen = await Promise.all(names.map(looks));
  for (const key of ['sub', 'salt'] as const) {
    expect(new Set(seen.map((look) => look[key])).size).toBe(names.length);
  }
});

test('an unknown id is shown with an address, different for each', async () => {
  const masks = [];
  for (let index = 0; index < 100; index += 1) {
    const { maskedEmail } = await looks(randomUUID());
    expect(maskedEmail).toMatch(/^[^@]\*{3}@[a-z0-9]\*{3}$/);
    masks.push(maskedEmail);
  }
  expect(new Set(masks).size).toBeGreaterThan(30);
});

test('a reset by id answers the same for known and unknown ids, with any password', async () => {
  const email = 'tanuki@example.com';
  const stranger = 'tanuqi@example.com';
  await pool.addUser({ email, password: 'yakimono 12' });
  const request = async (name: string) => {
    const Username = (await find(name)).sub;
    const answers = [await callPool(pool.endpoint, 'ForgotPassword', { ClientId, Username })];
    answers.push(await callPool(pool.endpoint, 'ResendConfirmationCode', { ClientId, Username }));
    for (const Password of [`x${name.slice(0, 6)}99`, 'password123', 'matsutake99']) {
      const guess = { ClientId, Username, ConfirmationCode: '12345x', Password };
      answers.push(await callPool(pool.endpoint, 'ConfirmForgotPassword', guess));
    }
    return answers.map(({ status, body }) => ({ status, body }));
  };
  const known = await request(email);
  expect(known).toEqual(await request(stranger));
  expect(known[0]?.body).toMatchObject({ CodeDeliveryDetails: { Destination: 't***@e***' } });
});
