import { describe, expect, test } from 'vitest';
import { requirePasswordReset } from '#administration.ts';
import { callPool, enterPassword, readTokens } from '#testing/pool-client.ts';
import { answerChallenge, createClientEphemeral, signInWithSrp } from '#testing/srp-client.ts';
import { startTestPool } from '#testing/test-pool.ts';

const pool = await startTestPool();
const { endpoint } = pool;
const password = 'umeboshi77';
const sub = await pool.addUser({ email: 'ume@example.com', password, groups: ['member'] });

const incorrect = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' },
};

async function openHandshake(username: string) {
  const ephemeral = createClientEphemeral();
  const answer = await callPool(endpoint, 'InitiateAuth', {
    ClientId: 'tanren-web',
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: username, SRP_A: ephemeral.shared.toString(16) },
  });
  return { ephemeral, answer };
}

async function respond(responses: Record<string, string>) {
  return await callPool(endpoint, 'RespondToAuthChallenge', {
    ClientId: 'tanren-web',
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: responses,
  });
}

const signInWithPassword = async (username: string, typed: string, headers = {}) =>
  await enterPassword(endpoint, username, typed, headers);

describe('sign-in', () => {
  // spec 4.14
  test('accepts the address in any case, and the sub', async () => {
    for (const username of ['ume@example.com', 'UME@Example.com', sub, sub.toUpperCase()]) {
      const answer = await signInWithSrp(endpoint, { username, password });
      expect(await pool.verifyIdToken(readTokens(answer).IdToken)).toMatchObject({ sub });
    }
    expect((await signInWithPassword('ume@example.com', password)).status).toBe(200);
  });

  test('answers the same for unknown users and wrong passwords', async () => {
    const seen = [];
    for (const username of ['ume@example.com', 'nobody@example.com']) {
      const { ephemeral, answer } = await openHandshake(username);
      const again = await openHandshake(username);
      const parameters = answer.body['ChallengeParameters'] as Record<string, string>;
      const repeated = again.answer.body['ChallengeParameters'] as Record<string, string>;
      expect(repeated['SALT']).toBe(parameters['SALT']);
      expect(repeated['USERNAME']).toBe(parameters['USERNAME']);
      const second = await respond(answerChallenge(ephemeral, answer, 'wrong1234'));
      const direct = await signInWithPassword(username, 'wrong1234');
      seen.push({
        status: answer.status,
        keys: Object.keys(parameters),
        lengths: ['SALT', 'USERNAME'].map((key) => parameters[key]?.length),
        uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(parameters['USERNAME'] ?? ''),
        second: { status: second.status, body: second.body },
        direct: { status: direct.status, body: direct.body },
      });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({ uuid: true, second: incorrect, direct: incorrect });
  });

  test('accepts each handshake once, in any spelling', async () => {
    const { ephemeral, answer } = await openHandshake('ume@example.com');
    const responses = answerChallenge(ephemeral, answer, password);
    expect((await respond(responses)).status).toBe(200);
    expect(await respond(responses)).toMatchObject(incorrect);
    const block = responses['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '';
    const respelled = block.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    expect(await respond({ ...responses, PASSWORD_CLAIM_SECRET_BLOCK: respelled })).toMatchObject(
      incorrect,
    );
  });

  test('uses up a handshake with a wrong answer', async () => {
    const { ephemeral, answer } = await openHandshake('ume@example.com');
    expect(await respond(answerChallenge(ephemeral, answer, 'wrong1234'))).toMatchObject(incorrect);
    expect(await respond(answerChallenge(ephemeral, answer, password))).toMatchObject(incorrect);
  });

  test('rejects a handshake that is old, foreign or changed', async () => {
    const { ephemeral, answer } = await openHandshake('ume@example.com');
    const responses = answerChallenge(ephemeral, answer, password);
    const block = Buffer.from(responses['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '', 'base64');
    block.writeUInt8(block.readUInt8(40) ^ 1, 40);
    for (const change of [
      { PASSWORD_CLAIM_SECRET_BLOCK: block.toString('base64') },
      { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA' },
      { USERNAME: 'somebody@example.com' },
    ]) {
      expect(await respond({ ...responses, ...change })).toMatchObject(incorrect);
    }
    pool.wait(181);
    expect(await respond(responses)).toMatchObject(incorrect);
  });

  test('names the format of the timestamp', async () => {
    const { ephemeral, answer } = await openHandshake('ume@example.com');
    const responses = answerChallenge(ephemeral, answer, password);
    expect(
      await respond({ ...responses, TIMESTAMP: 'Wed Apr 05 22:42:34 UTC 2017' }),
    ).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
  });

  // spec 8.21
  test('asks only a user with the right password to reset it', async () => {
    const email = 'reset@example.com';
    const resetSub = await pool.addUser({ email, password });
    const tokens = readTokens(await signInWithPassword(email, password));
    await requirePasswordReset(pool.db, resetSub, pool.options.now());
    await expect(pool.verifyIdToken(tokens.IdToken)).rejects.toThrow('revoked');
    expect((await signInWithPassword(email, password)).body['__type']).toBe(
      'PasswordResetRequiredException',
    );
    expect(await signInWithPassword(email, 'wrong1234')).toMatchObject(incorrect);
  });

  // spec 8.12, 8.17
  test('asks an invited user for a first password', async () => {
    const email = 'invited@example.com';
    await pool.addUser({ email, password, temporaryPassword: true });
    const challenge = await signInWithSrp(endpoint, { username: email, password });
    expect(challenge.body['ChallengeName']).toBe('NEW_PASSWORD_REQUIRED');
    const respondWith = async (NEW_PASSWORD: string) =>
      await callPool(endpoint, 'RespondToAuthChallenge', {
        ClientId: 'tanren-web',
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD },
        Session: challenge.body['Session'],
      });
    expect((await respondWith('shor1')).body['__type']).toBe('InvalidPasswordException');
    expect((await respondWith('password123')).body['__type']).toBe('InvalidPasswordException');
    expect(readTokens(await respondWith('umeshu2024x')).IdToken).not.toBe('');
    expect((await respondWith('umeshu2025x')).body['__type']).toBe('NotAuthorizedException');
    expect((await signInWithPassword(email, 'umeshu2024x')).status).toBe(200);
  });
});

describe('guessing passwords', () => {
  const exceeded = { body: { message: 'Password attempts exceeded' } };

  test('locks known and unknown names alike after five attempts, and longer each time', async () => {
    for (const email of ['locked@example.com', 'unknown@example.com']) {
      if (email.startsWith('locked')) await pool.addUser({ email, password });
      for (let index = 0; index < 5; index += 1) {
        expect(await signInWithPassword(email, 'wrong1234')).toMatchObject(incorrect);
      }
      expect(await signInWithPassword(email, 'wrong1234')).toMatchObject(exceeded);
      pool.wait(1);
      expect(await signInWithPassword(email, 'wrong1234')).toMatchObject(incorrect);
      pool.wait(1);
      expect(await signInWithPassword(email, 'wrong1234')).toMatchObject(exceeded);
      // The right password is rejected too during a lock.
      expect(await signInWithPassword(email, password)).toMatchObject(exceeded);
    }
    pool.wait(2);
    expect((await signInWithPassword('locked@example.com', password)).status).toBe(200);
    expect(await signInWithPassword('locked@example.com', 'wrong1234')).toMatchObject(incorrect);
  });

  test('counts simultaneous guesses one by one', async () => {
    const email = 'parallel@example.com';
    await pool.addUser({ email, password });
    const { endpoint: other } = await pool.startNode();
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, index) =>
        signInWithSrp(index % 2 === 0 ? endpoint : other, { username: email, password: 'wrong12' }),
      ),
    );
    const looked = answers.filter(({ body }) => body['message'] === incorrect.body.message);
    expect(looked.length).toBe(5);
  });

  test('never succeeds by volume, and locks the owner out for at most 15 minutes', async () => {
    const email = 'attacked@example.com';
    await pool.addUser({ email, password });
    const guesses = process.env['TEST_LONG'] === '1' ? 10_000 : 40;
    for (let index = 0; index < guesses; index += 1) {
      const answer = await signInWithPassword(email, `guess${index}x`);
      if (answer.status === 200) throw new Error('A guess succeeded');
      pool.wait(10);
    }
    pool.wait(15 * 60);
    expect((await signInWithPassword(email, password)).status).toBe(200);
  }, 600_000);

  test('does not lock a browser that has signed in before', async () => {
    const email = 'familiar@example.com';
    await pool.addUser({ email, password });
    const first = await signInWithPassword(email, password);
    const cookie = first.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/; Path=\/cognito; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    for (let index = 0; index < 7; index += 1) await signInWithPassword(email, 'wrong1234');
    expect(await signInWithPassword(email, password)).toMatchObject(exceeded);
    const headers = { cookie: `other=1; ${cookie.split(';', 1)[0] ?? ''}` };
    expect((await signInWithPassword(email, password, headers)).status).toBe(200);
    const forged = { cookie: (cookie.split(';', 1)[0] ?? '').slice(0, -3) };
    expect(await signInWithPassword(email, password, forged)).toMatchObject(exceeded);
  });
});
