import pg from 'pg';
import { expect, test } from 'vitest';
import { issueDelegationCode } from '#sign-in/delegation.ts';
import { userPoolUsers } from '#schema/users.ts';
import { callPool, enterPassword, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { openCredential } from '#users/credential.ts';
import { createPoolContext } from '#user-pool.ts';

const pool = await startTestPool();
const ClientId = pool.options.clientId;

/** Returns every column of every table as text. Bytes are included in hex and as they are. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: pool.url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    expect(tables.rows.map(({ name }) => name)).toContain('user_pool_users');
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`);
      for (const value of rows.flatMap((row) => Object.values(row))) {
        if (Buffer.isBuffer(value)) {
          parts.push(value.toString('hex'), value.toString('latin1'), value.toString('base64'));
        } else parts.push(JSON.stringify(value));
      }
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
}

test('a dump of the database contains nothing that opens an account', async () => {
  const call = async (target: string, body: object) =>
    await callPool(pool.endpoint, target, { ClientId, ...body });
  const email = 'dump@example.com';
  const password = 'Himitsu-4711';
  await call('SignUp', { Username: email, Password: password });
  const signUpCode = pool.readCode(email);
  await call('ConfirmSignUp', { Username: email, ConfirmationCode: signUpCode });
  const { AccessToken, IdToken, RefreshToken } = readTokens(
    await enterPassword(pool.endpoint, email, password),
  );
  const { body } = await call('AssociateSoftwareToken', { AccessToken });
  await call('ForgotPassword', { Username: email });
  const resetCode = pool.readCode(email);
  const identity = await pool.verifyIdToken(IdToken);
  const delegation = await issueDelegationCode(pool.db, identity, pool.options.now());
  const [user] = await pool.db.select().from(userPoolUsers);
  if (user === undefined) throw new Error('There is no user');
  const { salt, verifier } = openCredential(
    createPoolContext(pool.options),
    user.sub,
    user.credential,
  );

  const text = await dump();
  // The dump contains the address, which is no secret. This proves that it really is a dump.
  expect(text).toContain(email);
  const signature = (token: string) => token.split('.')[2] ?? '';
  for (const secret of [
    password,
    `"${signUpCode}"`,
    `"${resetCode}"`,
    AccessToken,
    signature(AccessToken),
    signature(IdToken),
    RefreshToken,
    Buffer.from(RefreshToken, 'base64url').toString('hex'),
    delegation.code,
    String(body['SecretCode']),
    salt.toString('hex'),
    verifier.toString(16).slice(2, 66),
    pool.options.keys.root.toString('hex'),
  ]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});
