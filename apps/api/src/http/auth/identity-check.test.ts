import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signRequest } from '@aws-amplify/core/internals/aws-client-utils';
import type { Problem } from '@tanren/contract/problem';
import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { parseKeys } from '@tanren/user-pool/crypto/user-pool-keys';
import {
  issueCredentials,
  nameIdentity,
} from '@tanren/user-pool/identity-pool/identity-credentials';
import { createPoolContext } from '@tanren/user-pool/user-pool';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { afterAll, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';

const clock = new Date('2026-04-01T03:00:10Z');
const now = () => clock;
const { db } = await createTestDatabase();
const { bus } = await openTestBus();
const userPool: UserPoolOptions = {
  db,
  now,
  keys: await parseKeys(testKeys),
  sendMail: async () => {},
  poolId: 'local_tanren',
  clientId: 'tanren-web',
  identityPoolId: 'local:tanren',
  issuer: 'http://localhost:3000/cognito/local_tanren',
};
const pool = createPoolContext(userPool);
const shared = { db, bus, now, modules: productModules };

/** An identity pool elsewhere. */
let down = false;
const requests: { target: unknown; body: unknown }[] = [];
const elsewhere = createServer((request, response) => {
  void text(request).then((body) => {
    const { Logins } = JSON.parse(body) as { Logins: Record<string, string> };
    requests.push({ target: request.headers['x-amz-target'], body: JSON.parse(body) });
    const token = Object.values(Logins)[0] ?? '';
    response.statusCode = down ? 503 : 200;
    response.end(JSON.stringify({ IdentityId: `eu:${token}` }));
  });
}).listen(0, '127.0.0.1');
afterAll(() => void elsewhere.close());
await once(elsewhere, 'listening');
const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
const cognito = {
  userPoolId: 'eu_1',
  clientId: 'web',
  identityPoolId: 'eu:pool',
  issuer: `${origin}/eu_1`,
};

const apps = {
  embedded: await shareTestApp({ ...shared, userPool }),
  hosted: await shareTestApp({ ...shared, config: { cognito } }),
  without: await shareTestApp(shared),
};

async function fetchTicket(where: keyof typeof apps, sub: string, body?: object) {
  const headers = bearer(sub);
  if (where === 'embedded') {
    await createConfirmedUser(db, userPool, { sub, email: `${sub}@example.com`, password: 'x' });
  }
  const machine = await addMachine(db);
  const code = showLinkCode(machine, clock);
  const link = {
    method: 'POST',
    headers,
    url: '/api/tanren-connection',
    payload: { code },
  } as const;
  expect((await apps[where].inject(link)).statusCode).toBe(201);
  const response = await apps[where].inject({
    method: 'POST',
    headers,
    url: '/api/tanren-connection/mqtt',
    ...(body && { payload: body }),
  });
  const { code: problem, identityId } = response.json<Problem & TanrenMqtt>();
  return { status: response.statusCode, problem, identityId };
}

function prove(sub: string, host = 'localhost:3000') {
  const identityId = nameIdentity(pool, sub);
  const credentials = issueCredentials(pool, identityId);
  const { headers } = signRequest(
    {
      method: 'POST',
      headers: {},
      url: new URL(`http://${host}/api/tanren-connection/mqtt`),
    },
    {
      credentials: {
        accessKeyId: credentials.AccessKeyId,
        secretAccessKey: credentials.SecretKey,
        sessionToken: credentials.SessionToken,
      },
      signingDate: clock,
      signingRegion: 'local',
      signingService: 'execute-api',
    },
  );
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-security-token': token = '',
  } = headers;
  return { identityId, authorization, date, securityToken: token };
}

const rejected = { status: 403, problem: 'identity_proof_refused' };

test('the embedded pool verifies the signature of its credentials', async () => {
  const sub = randomUUID();
  const identity = prove(sub);
  expect(await fetchTicket('embedded', sub, { identity })).toMatchObject({
    status: 201,
    identityId: identity.identityId,
  });
});

test.each([
  ['of another member', () => prove(randomUUID())],
  ['for another host', (sub: string) => prove(sub, 'elsewhere.example')],
  ['that names another identity', (sub: string) => ({ ...prove(sub), identityId: 'local:x' })],
])('rejects a proof %s', async (_, forge) => {
  const sub = randomUUID();
  expect(await fetchTicket('embedded', sub, { identity: forge(sub) })).toMatchObject(rejected);
});

test.each([undefined, {}])('relies on the token alone without a proof (%j)', async (body) => {
  expect(await fetchTicket('embedded', randomUUID(), body)).toMatchObject({
    status: 201,
    identityId: null,
  });
});

test('asks an external identity pool for the identity, and relies on the token while it is down', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const claim = (identityId: string) => ({ identity: { ...prove(sub), identityId } });
  expect(await fetchTicket('hosted', sub, claim(`eu:${sub}`))).toMatchObject({
    status: 201,
    identityId: `eu:${sub}`,
  });
  expect(requests).toEqual([
    {
      target: 'AWSCognitoIdentityService.GetId',
      body: {
        IdentityPoolId: 'eu:pool',
        Logins: { [`${origin.replace('http://', '')}/eu_1`]: sub },
      },
    },
  ]);
  expect(await fetchTicket('hosted', sub, claim(`eu:${other}`))).toMatchObject(rejected);
  down = true;
  expect(await fetchTicket('hosted', sub, claim(`eu:${sub}`))).toMatchObject({
    status: 201,
    identityId: null,
  });
});

test('relies on the token alone when no identity pool is configured', async () => {
  const sub = randomUUID();
  expect(await fetchTicket('without', sub, { identity: prove(sub) })).toMatchObject({
    status: 201,
    identityId: null,
  });
});
