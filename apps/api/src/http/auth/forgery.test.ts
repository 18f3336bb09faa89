import { endpoint } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { bearer, buildTestApp } from '#test/support/app.ts';
import { makeWebBuild } from '#test/support/server/web-build.ts';
import { type ForgeryEvidence, suspectsForgery } from './forgery.ts';

const pageToken = 'a'.repeat(43);
const ourPage: ForgeryEvidence = {
  method: 'POST',
  origin: 'https://gym.example',
  secFetchSite: 'same-origin',
  cookies: `XSRF-TOKEN=${pageToken}`,
  cookieToken: pageToken,
  headerToken: pageToken,
};
const program: ForgeryEvidence = {
  method: 'POST',
  origin: undefined,
  secFetchSite: undefined,
  cookies: undefined,
  cookieToken: undefined,
  headerToken: undefined,
};

test.each<[string, ForgeryEvidence, boolean]>([
  ['our page', ourPage, false],
  ['our page, typed address', { ...ourPage, secFetchSite: 'none' }, false],
  ['our page, old browser', { ...ourPage, secFetchSite: undefined }, false],
  ['our page, PATCH', { ...ourPage, method: 'PATCH' }, false],
  ['a program with a bearer token', program, false],
  ['reading from another site', { ...ourPage, method: 'GET', secFetchSite: 'cross-site' }, false],
  ['HEAD from another site', { ...ourPage, method: 'HEAD', headerToken: undefined }, false],
  ['another site', { ...ourPage, secFetchSite: 'cross-site', headerToken: undefined }, true],
  ['another site that knows the token', { ...ourPage, secFetchSite: 'cross-site' }, true],
  ['a sister domain that knows the token', { ...ourPage, secFetchSite: 'same-site' }, true],
  ['nonsense in Sec-Fetch-Site', { ...ourPage, secFetchSite: 'same-origin, none' }, true],
  ['header missing', { ...ourPage, headerToken: undefined }, true],
  ['cookie missing', { ...ourPage, cookies: undefined, cookieToken: undefined }, true],
  ['both empty', { ...ourPage, cookieToken: '', headerToken: '' }, true],
  ['header wrong', { ...ourPage, headerToken: 'b'.repeat(43) }, true],
  ['header longer', { ...ourPage, headerToken: `${pageToken}a` }, true],
  ['header shorter', { ...ourPage, headerToken: pageToken.slice(1) }, true],
  ['only Origin', { ...program, origin: 'https://evil.example' }, true],
  ['only Origin null', { ...program, origin: 'null' }, true],
  ['only Sec-Fetch-Site', { ...program, secFetchSite: 'same-origin' }, true],
  ['only some cookie', { ...program, cookies: 'theme=dark' }, true],
  ['an empty Origin', { ...program, origin: '' }, true],
])('%s', (_name, evidence, suspected) => {
  expect(suspectsForgery(evidence)).toBe(suspected);
});

const change = endpoint({
  method: 'POST',
  url: '/change',
  access: 'member',
  summary: 'test',
  schema: { response: { 200: Type.Object({ done: Type.Boolean() }) } },
});

async function start(publicUrl = 'http://localhost:3000') {
  return buildTestApp({
    config: { publicUrl: new URL(publicUrl) },
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

// spec 9.57
test('accepts calls with the token that a page received', async () => {
  const app = await start();
  const page = await app.inject('/login');
  const cookie = page.cookies[0];
  expect(cookie).toMatchObject({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Strict' });
  const token = cookie?.value ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const browser = { cookie: `a=1; XSRF-TOKEN=${token}`, 'sec-fetch-site': 'same-origin' };
  expect((await app.inject(post({ ...browser, 'x-xsrf-token': token }))).statusCode).toBe(200);

  const rejected = await app.inject(post(browser));
  expect(rejected.statusCode).toBe(403);
  expect(rejected.json()).toMatchObject({ code: 'forgery_suspected' });
});

test('accepts over https only a cookie that no sibling domain can set', async () => {
  const app = await start('https://gym.example');
  const { cookies } = await app.inject('/login');
  expect(cookies).toMatchObject([
    { name: '__Host-XSRF-TOKEN', path: '/', sameSite: 'Strict', secure: true },
  ]);
  expect(cookies[0]).not.toHaveProperty('domain');
  const token = cookies[0]?.value ?? '';
  const send = async (cookie: string, header: string) =>
    (await app.inject(post({ cookie, 'sec-fetch-site': 'same-origin', 'x-xsrf-token': header })))
      .statusCode;
  expect(await send(`XSRF-TOKEN=planted; __Host-XSRF-TOKEN=${token}`, token)).toBe(200);
  expect(await send(`XSRF-TOKEN=planted; __Host-XSRF-TOKEN=${token}`, 'planted')).toBe(403);
  expect(await send('XSRF-TOKEN=planted', 'planted')).toBe(403);
});

test('rejects another site whatever it sends', async () => {
  const app = await start();
  const pair = { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x', 'sec-fetch-site': 'cross-site' };
  expect((await app.inject(post(pair))).statusCode).toBe(403);
  expect((await app.inject(post({ origin: 'null' }))).statusCode).toBe(403);
});
