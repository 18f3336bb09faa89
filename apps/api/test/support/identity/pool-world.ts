import { randomUUID } from 'node:crypto';
import { createConfirmedUser, type UserToCreate } from '@tanren/user-pool/administration';
import { callPoolFrom, readTokens } from '@tanren/user-pool/testing/pool-client';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { decodeJwt } from 'jose';
import { productModules } from '#app.ts';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config/config.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { shareTestApp, type TestAppOptions } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { createCall } from '#test/support/world.ts';

export const password = 'matsutake99';

/** Opens the embedded user pool on a database of its own, for all tests of a file. */
export async function openTestPool(now = () => new Date()) {
  const { db, url } = await createTestDatabase();
  const mails: PlainMail[] = [];
  const mailer = { send: async (mail: PlainMail) => void mails.push(mail) };
  const config = { ...readConfig({ USER_POOL_PASSWORD_AUTH: 'on' }), userPoolKeys: testKeys };
  const identity = await openIdentity(config, db, mailer, now);
  const { userPool } = identity;
  if (userPool === null) throw new Error('There is no embedded pool');
  const addAccount = async (user: Partial<UserToCreate> = {}) => {
    const email = user.email ?? `${randomUUID()}@example.com`;
    return { email, sub: await createConfirmedUser(db, userPool, { password, ...user, email }) };
  };
  return { db, url, now, mails, mailer, config, identity, userPool, addAccount };
}

/**
 * Opens the whole API with the embedded user pool, for all tests of a file. Callers are named by
 * their id token. The clock stands still, except for `passMinutes`.
 */
export async function openPoolWorld(options: TestAppOptions = {}) {
  const startedAt = Date.now();
  let minutesLater = 0;
  const pool = await openTestPool(() => new Date(startedAt + minutesLater * 60_000));
  const { db, config, mailer, now, identity } = pool;
  const parts = { db, config, mailer, now, modules: productModules, ...identity };
  const app = await shareTestApp({ ...parts, ...options });

  const callPool = async (target: string, payload: object, userAgent = 'test') =>
    await callPoolFrom(
      app,
      '127.0.0.1',
      target,
      { ClientId: 'tanren-web', ...payload },
      { 'user-agent': userAgent },
    );

  /** Returns the answer to the password: tokens, or the challenge of a second factor. */
  async function enterPassword(email: string, userAgent?: string) {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    const flow = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters };
    return await callPool('InitiateAuth', flow, userAgent);
  }

  async function signIn(email: string, userAgent?: string) {
    const tokens = readTokens(await enterPassword(email, userAgent));
    return { ...tokens, deviceId: String(decodeJwt(tokens.IdToken)['origin_jti']) };
  }

  return {
    ...pool,
    app,
    call: createCall(app),
    callPool,
    enterPassword,
    signIn,
    passMinutes: (minutes: number) => {
      minutesLater += minutes;
    },
  };
}
