import { endpoint } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { expect, test } from 'vitest';

import { bearer, buildTestApp } from '#testing/test-app.ts';
import { makeWebBuild } from '#testing/web-build-fixture.ts';

const change = endpoint({
  method: 'POST',
  url: '/change',
  access: 'member',
  summary: 'test',
  schema: { response: { 200: Type.Object({ done: Type.Boolean() }) } },
});

async function start() {
  return buildTestApp({
    webRoot: await makeWebBuild(),
    modules: {
      async members(app) {
        app.route({ ...change, handler: async () => ({ done: true }) });
      },
    },
  });
}

const post = (headers: Record<string, string>) =>
  ({ method: 'POST', url: '/api/change', headers: { ...bearer('alice'), ...headers } }) as const;

test('the token a page hands out opens the way for its calls', async () => {
  const app = await start();
  const page = await app.inject('/login');
  const cookie = page.cookies[0];
  expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Strict' });
  const token = cookie?.value ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const browser = { cookie: `a=1; XSRF-TOKEN=${token}`, 'sec-fetch-site': 'same-origin' };
  expect((await app.inject(post({ ...browser, 'x-xsrf-token': token }))).statusCode).toBe(200);

  const refused = await app.inject(post(browser));
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'forgery_suspected' });
});

test('a program with nothing but its bearer token passes', async () => {
  const app = await start();
  expect((await app.inject(post({}))).statusCode).toBe(200);
});

test('another site is refused whatever it sends', async () => {
  const app = await start();
  const pair = { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x', 'sec-fetch-site': 'cross-site' };
  expect((await app.inject(post(pair))).statusCode).toBe(403);
  expect((await app.inject(post({ origin: 'null' }))).statusCode).toBe(403);
});
