import { callPoolFrom } from '@tanren/user-pool/testing/pool-client';
import { expect, test } from 'vitest';

import type { AppModules } from '#app.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { openTestPool } from '#test/support/identity/pool-world.ts';

const modules: Partial<AppModules> = {
  async open(app) {
    app.get('/free', { config: { access: 'public' } }, async () => 'ok');
    const config = { access: 'public' as const, rateLimit: { max: 1, timeWindow: 60_000 } };
    app.get('/tight', { config }, async () => 'ok');
  },
  async members(app) {
    app.get('/mine', { config: { access: 'member' } }, async () => 'ok');
  },
};
const rateLimits = { perMember: 2, perAddress: 3 };

test('counts a visitor by address and answers with Retry-After', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  const from = (remoteAddress: string) => app.inject({ url: '/api/free', remoteAddress });
  for (let call = 0; call < 3; call += 1) expect((await from('192.0.2.1')).statusCode).toBe(200);
  const rejected = await from('192.0.2.1');
  expect(rejected.statusCode).toBe(429);
  expect(rejected.json()).toMatchObject({ code: 'too_many_requests', status: 429 });
  expect(rejected.headers['content-type']).toBe('application/problem+json');
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await from('192.0.2.2')).statusCode).toBe(200);
});

test('members behind one address have separate limits', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  const as = async (name: string) =>
    (await app.inject({ url: '/api/mine', headers: bearer(name) })).statusCode;
  expect([await as('alice'), await as('alice'), await as('alice')]).toEqual([200, 200, 429]);
  expect([await as('bob'), await as('bob'), await as('bob')]).toEqual([200, 200, 429]);
});

test('counts rejected tokens, unknown addresses and malformed bodies', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  const bad = { authorization: 'Bearer nobody' };
  expect((await app.inject({ url: '/api/mine', headers: bad })).statusCode).toBe(401);
  expect((await app.inject({ url: '/api/mine' })).statusCode).toBe(401);
  expect((await app.inject({ url: '/api/none' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/api/mine', headers: bad })).statusCode).toBe(429);
  expect((await app.inject({ url: '/api/none' })).statusCode).toBe(429);
});

test('counts one IPv6 network as one caller', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/free', remoteAddress })).statusCode;
  for (const last of [1, 2, 3]) expect(await from(`2001:db8::${last}`)).toBe(200);
  expect(await from('2001:db8::4')).toBe(429);
  expect(await from('2001:db8:0:1::1')).toBe(200);
});

test('applies a tighter limit to a route that has one', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  expect((await app.inject('/api/tight')).statusCode).toBe(200);
  expect((await app.inject('/api/tight')).statusCode).toBe(429);
  expect((await app.inject('/api/free')).statusCode).toBe(200);
});

test('does not limit health checks and pages', async () => {
  const app = await buildTestApp({ modules, rateLimits });
  for (let call = 0; call < 6; call += 1) {
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.inject('/home')).statusCode).toBe(302);
  }
});

test('the default limits are enough for a whole gym behind one address', async () => {
  const app = await buildTestApp({ modules });
  const answer = await app.inject('/api/free');
  expect(answer.headers['x-ratelimit-limit']).toBe('1200');
  const mine = await app.inject({ url: '/api/mine', headers: bearer('alice') });
  expect(mine.headers['x-ratelimit-limit']).toBe('300');
});

test('limits the embedded user pool too, in the format of its errors', async () => {
  const { db, config, userPool } = await openTestPool();
  const app = await buildTestApp({ db, config, userPool, modules, rateLimits });
  const request = async (network: string) =>
    await callPoolFrom(app, network, 'GetUser', { AccessToken: 'x' });
  const accepted = { body: { __type: 'NotAuthorizedException' } };
  for (let call = 0; call < 3; call += 1) {
    expect(await request('192.0.2.1')).toMatchObject(accepted);
  }
  const rejected = await request('192.0.2.1');
  expect(rejected).toMatchObject({ status: 400, body: { __type: 'TooManyRequestsException' } });
  expect(rejected.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException:');
  expect(await request('192.0.2.2')).toMatchObject(accepted);
});
