import { beforeEach, expect, test } from 'vitest';
import { callPoolFrom, fromBase32, readCookies, readTokens } from '#testing/pool-client.ts';
import { startTestPool } from '#testing/test-pool.ts';
import { totpCode, totpStep } from '#totp/totp.ts';
import { toClientNetwork } from './clients.ts';

/* Actions of strangers must lock out strangers, not the member whose address they know. */

const few = { max: 8, seconds: 15 * 60 };
const pool = await startTestPool({
  // These limits apply to all strangers together. The others are the defaults.
  limits: { mailsPerAddress: few, codesPerAccount: few, passwordsPerAccount: few },
});
const ClientId = pool.options.clientId;
const password = 'hinoki 2291';
const home = '192.0.2.1';
const elsewhere = '198.51.100.7';
/** Enough networks to use up the limit of one account for all strangers together. */
const botnet = Array.from({ length: 4 }, (_, index) => `203.0.113.${index + 1}`);

type Headers = Readonly<Record<string, string>>;
const request = async (network: string, target: string, body: object, headers: Headers = {}) =>
  await callPoolFrom(pool.app, network, target, { ClientId, ...body }, headers);
const signIn = async (network: string, PASSWORD = password, headers: Headers = {}) =>
  await request(
    network,
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD } },
    headers,
  );
const forget = async (network: string, headers: Headers = {}) =>
  await request(network, 'ForgotPassword', { Username: email }, headers);
const resetBody = (ConfirmationCode: string) => ({
  Username: email,
  ConfirmationCode,
  Password: 'sugi 7713',
});
const reset = async (network: string, code: string, headers: Headers = {}) =>
  await request(network, 'ConfirmForgotPassword', resetBody(code), headers);
const mailedCode = async (count: number) => {
  await expect.poll(() => pool.mails.filter(({ to }) => to === email).length).toBe(count);
  return pool.readCode(email);
};

let counter = 0;
let email = '';
let sub = '';
beforeEach(async () => {
  counter += 1;
  email = `mokuzai${counter}@example.com`;
  sub = await pool.addUser({ email, password });
  pool.wait(24 * 3600);
});

test('accepts two simultaneous sign-ins, in whichever order they are counted', async () => {
  expect((await signIn(home, 'not it')).status).toBe(400);
  // The other request has the earlier time but is stored second.
  pool.wait(-1);
  expect((await signIn(home)).status).toBe(200);
  pool.wait(1);
});

test("codes that are never sent do not count against the member's mails", async () => {
  for (const network of [elsewhere, ...botnet, elsewhere, ...botnet]) {
    await request(network, 'ResendConfirmationCode', { Username: email });
    await request(network, 'SignUp', { Username: email, Password: 'sugi 7713' });
  }
  expect((await forget(home)).status).toBe(200);
  expect((await reset(home, await mailedCode(1))).status).toBe(200);
});

test('resets requested by a stranger leave the member their own', async () => {
  for (let index = 0; index < 8; index += 1) await forget(elsewhere);
  expect((await forget(elsewhere)).body['__type']).toBe('LimitExceededException');
  expect((await forget(home)).status).toBe(200);
});

test("a reset requested by a stranger keeps the member's code valid", async () => {
  await forget(home);
  const code = await mailedCode(1);
  for (let index = 0; index < 3; index += 1) await forget(elsewhere);
  await mailedCode(4);
  // The code is valid until its normal expiry, and no longer.
  pool.wait(3599);
  await forget(elsewhere);
  const later = await mailedCode(5);
  pool.wait(1);
  expect((await reset(home, code)).body['__type']).toBe('CodeMismatchException');
  expect((await reset(home, later)).status).toBe(200);
  await forget(home);
  const homeCode = await mailedCode(7);
  await forget(elsewhere);
  await mailedCode(8);
  expect((await reset(home, later)).status).toBe(400);
  const changed = { ...resetBody(homeCode), Password: 'sugi 7714' };
  expect((await request(home, 'ConfirmForgotPassword', changed)).status).toBe(200);
});

test('a whole gym can register from one address', async () => {
  const answers = [];
  for (let index = 0; index < 60; index += 1) {
    answers.push(await request(home, 'ForgotPassword', { Username: `guest${index}@example.com` }));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("wrong codes of a stranger keep the member's code valid", async () => {
  await forget(home);
  const code = await mailedCode(1);
  const wrong = code === '11111111' ? '22222222' : '11111111';
  for (let index = 0; index < 5; index += 1) {
    expect((await reset(elsewhere, wrong)).body['__type']).toBe('CodeMismatchException');
  }
  expect((await reset(elsewhere, code)).body['__type']).toBe('ExpiredCodeException');
  expect((await reset(home, code)).status).toBe(200);
});

test('many networks together cannot guess a code, and a known browser can still enter its own', async () => {
  const known = readCookies(await signIn(home));
  await forget(home, known);
  const code = await mailedCode(1);
  const wrong = code === '11111111' ? '22222222' : '11111111';
  const kinds = [];
  for (const network of botnet) {
    for (let index = 0; index < 3; index += 1) {
      kinds.push((await reset(network, wrong)).body['__type']);
    }
  }
  expect(kinds.filter((kind) => kind === 'CodeMismatchException')).toHaveLength(few.max);
  expect((await reset(elsewhere, code)).status).toBe(400);
  expect((await reset(home, code, known)).status).toBe(200);
});

test('two networks cannot use up the shared attempts at a reset', async () => {
  const production = await startTestPool({ limits: {} });
  const owner = { email: 'sugita@example.com', password };
  await production.addUser(owner);
  const Username = owner.email;
  const send = async (network: string, target: string, body: object) =>
    await callPoolFrom(production.app, network, target, { ClientId, Username, ...body });
  const type = async (network: string, ConfirmationCode: string) =>
    await send(network, 'ConfirmForgotPassword', { ConfirmationCode, Password: 'sugi 7713' });
  const attackers = botnet.slice(0, 2);
  let mails = 0;
  for (let round = 0; round < 4; round += 1) {
    for (const network of attackers) {
      await send(network, 'ForgotPassword', {});
      mails += 1;
      // The text is not a possible code, so that no try is right by chance.
      for (const typer of attackers) for (let n = 0; n < 4; n += 1) await type(typer, '1');
    }
  }
  await expect.poll(() => production.mails.length).toBe(mails);
  expect((await type(home, production.readCode(Username))).status).toBe(200);
});

test('the browser that requested a reset keeps its five attempts, whatever others try', async () => {
  const asked = await forget(home);
  const cookie = readCookies(asked);
  const code = await mailedCode(1);
  for (const network of [...botnet, home]) {
    for (let index = 0; index < 3; index += 1) await reset(network, '1');
  }
  expect((await reset(elsewhere, code)).body['__type']).toBe('LimitExceededException');
  for (let index = 0; index < 4; index += 1) {
    expect((await reset(home, '1', cookie)).body['__type']).toBe('CodeMismatchException');
  }
  expect((await reset(home, code, cookie)).status).toBe(200);
});

test('mails requested by others give the browser that requested a reset no more attempts', async () => {
  const cookie = readCookies(await forget(home));
  for (const network of botnet) for (let n = 0; n < 3; n += 1) await reset(network, '1');
  for (let index = 0; index < 5; index += 1) await reset(home, '1', cookie);
  await forget(elsewhere);
  const code = await mailedCode(2);
  expect((await reset(home, code, cookie)).body['__type']).toBe('LimitExceededException');
});

test('one network that guesses passwords does not lock another', async () => {
  for (let index = 0; index < 7; index += 1) await signIn(elsewhere, 'wrong1234');
  expect((await signIn(elsewhere)).body['message']).toBe('Password attempts exceeded');
  expect((await signIn(home)).status).toBe(200);
});

test('successful sign-ins never count', async () => {
  for (let index = 0; index < 12; index += 1) expect((await signIn(home)).status).toBe(200);
});

test('limits many networks together, but not a known browser or one that has reset the password', async () => {
  const known = readCookies(await signIn(home));
  const attack = async () => {
    const messages = [];
    for (const network of botnet) {
      for (let index = 0; index < 3; index += 1) {
        messages.push((await signIn(network, 'wrong1234')).body['message']);
      }
    }
    return messages;
  };
  expect((await attack()).at(-1)).toBe('Password attempts exceeded');
  expect((await signIn(elsewhere)).body['message']).toBe('Password attempts exceeded');
  expect((await signIn(home, password, known)).status).toBe(200);

  // This browser has never signed in. It becomes familiar by proving the mailbox.
  await forget(elsewhere);
  const done = await reset(elsewhere, await mailedCode(1));
  expect(done.status).toBe(200);
  expect((await attack()).at(-1)).toBe('Password attempts exceeded');
  expect((await signIn(elsewhere, 'sugi 7713', readCookies(done))).status).toBe(200);
  expect((await signIn(home, 'sugi 7713', known)).status).toBe(200);
});

test('a person with the password but without the second factor locks only themselves', async () => {
  const { AccessToken } = readTokens(await signIn(home));
  const { body } = await request(home, 'AssociateSoftwareToken', { AccessToken });
  const secret = fromBase32(String(body['SecretCode']));
  const code = (steps: number) => totpCode(secret, totpStep(pool.options.now()) + steps);
  await request(home, 'VerifySoftwareToken', { AccessToken, UserCode: code(-1) });
  const SoftwareTokenMfaSettings = { Enabled: true };
  await request(home, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  const answer = async (network: string, typed: string) => {
    const challenge = await signIn(network);
    // The cookie is set only after the second factor.
    expect(challenge.headers.get('set-cookie')).toBeNull();
    return await request(network, 'RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: challenge.body['Session'],
      ChallengeResponses: { USERNAME: sub, SOFTWARE_TOKEN_MFA_CODE: typed },
    });
  };
  for (let index = 0; index < 6; index += 1) await answer(elsewhere, '12345x');
  expect((await answer(elsewhere, code(0))).body['__type']).toBe('LimitExceededException');
  const signedIn = await answer(home, code(0));
  expect(signedIn.status).toBe(200);
  expect(readCookies(signedIn).cookie).toMatch(/^pool_client_/);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(toClientNetwork(address)).toBe(network);
});
