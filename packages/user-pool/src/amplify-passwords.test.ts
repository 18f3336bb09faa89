import { signIn, signOut } from 'aws-amplify/auth';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { updateUser } from '#users/users.store.ts';
import { sealCredential } from '#users/credential.ts';
import { createPoolContext } from '#pool-context.ts';
import { computeVerifier } from '#srp/verifier.ts';
import { configureAmplify, createDevice, pickUpDevice } from '#testing/amplify-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const pool = await startTestPool();
const context = createPoolContext(pool.options);
configureAmplify(pool);
pickUpDevice(createDevice());

const username = 'henna@example.com';
const sub = await pool.addUser({ email: username, password: 'x' });

const awkwardPasswords = [
  'パスワード 1',
  ' a:b:c ',
  'é\u0301',
  '😀😀:0',
  'x'.repeat(256),
  '筋'.repeat(256),
  '"\\\'<>&%',
];
const awkwardSalts = ['00000000000000000000000000000001', '00ff', '80', '7f', '0008', 'ff'].map(
  (hex) => Buffer.from(hex.padEnd(32, 'a'), 'hex'),
);

/** The policy allows few of these, but members of an imported pool may have them. */
async function setPassword(password: string, salt: Buffer) {
  const verifier = await computeVerifier(context.poolName, sub, password, salt);
  const credential = sealCredential(context, sub, { salt, verifier });
  await updateUser(pool.db, sub, { credential }, pool.options.now());
}

const rounds = process.env['TEST_LONG'] === '1' ? 200 : 6;

test(`the real client signs in ${rounds} times with awkward passwords and salts`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const password =
      awkwardPasswords[round % awkwardPasswords.length] ?? randomBytes(12).toString('base64');
    const salt =
      round % 2 === 0
        ? (awkwardSalts[(round / 2) % awkwardSalts.length] ?? randomBytes(16))
        : randomBytes(16);
    await setPassword(password, salt);
    expect((await signIn({ username, password })).isSignedIn).toBe(true);
    await signOut();
    if (round % 4 !== 0) continue;
    await expect(signIn({ username, password: `${password}x` })).rejects.toThrow('Incorrect');
  }
}, 600_000);
