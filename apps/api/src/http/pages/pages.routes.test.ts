import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BuildManifest, LatestBuild } from '@tanren/contract/build-manifest';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { buildTestApp, shareTestApp, type TestAppOptions } from '#test/support/app.ts';
import { makeWebBuild, shareWebBuild, writeWebBuild } from '#test/support/server/web-build.ts';
import { findRoute, gzipIfAccepted } from './page-answer.ts';
import { compilePage } from './web-build.ts';

const long = '鍛錬 '.repeat(500);

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['br;q=1.0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.0', null],
  ['br', null],
  ['xgzip', null],
  [undefined, null],
])('answers Accept-Encoding %s with %s', async (header, encoding) => {
  const answer = await gzipIfAccepted(long, header);
  expect(answer.encoding).toBe(encoding);
  const bytes = encoding === null ? answer.body : gunzipSync(answer.body);
  expect(bytes.toString()).toBe(long);
});

test('leaves short pages uncompressed', async () => {
  expect((await gzipIfAccepted('short', 'gzip')).encoding).toBeNull();
});

test('fills in every nonce, and escapes the settings in their attribute', () => {
  const html =
    '<meta content="__CLIENT_CONFIG__"><style nonce="__CSP_NONCE__"><i nonce="__CSP_NONCE__">';
  const config = { userPoolId: `a"><script>'&$&$1`, userPoolClientId: '__CSP_NONCE' };
  const page = compilePage(html, config)('n0nce', '<style nonce="__CSP_NONCE__">');
  expect(page.match(/nonce="n0nce"/g)).toHaveLength(3);
  const content = /content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(content).not.toMatch(/[<>']/);
  expect(JSON.parse(unescapeHtml(content))).toEqual(config);
});

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const routes = [
  '/',
  '/login',
  '/workouts/$workoutId',
  '/workouts/new',
  '/workout-ranking/$workoutType/$rankingType',
  '/training-history/$workoutTypeId',
  '/training-sessions/$trainingSessionId/edit',
  '/gyms/$gymId',
  '/staff/members/$member',
  '/users/$',
].map((pattern) => ({ path: pattern }));

test.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/', '/login'],
  ['/login/x', undefined],
  ['/Login', undefined],
  ['/workouts', undefined],
  ['/workouts/1', '/workouts/$workoutId'],
  ['/workouts/1/', '/workouts/$workoutId'],
  ['/workouts/new', '/workouts/new'],
  ['/workouts/1/2', undefined],
  // spec 5.27
  ['/workout-ranking/1/tfo', '/workout-ranking/$workoutType/$rankingType'],
  ['/workout-ranking/16/max', '/workout-ranking/$workoutType/$rankingType'],
  // spec 2.31
  ['/workout-ranking/1/foo', undefined],
  // spec 2.32
  ['/workout-ranking/17/max', undefined],
  // spec 2.33
  ['/workouts/abc', undefined],
  ['/workouts/0', undefined],
  ['/workouts/99999999999', '/workouts/$workoutId'],
  ['/workouts/99999999999999999', undefined],
  ['/training-history/16', '/training-history/$workoutTypeId'],
  ['/training-history/17', undefined],
  ['/training-sessions/1/edit', '/training-sessions/$trainingSessionId/edit'],
  // spec 2.34
  ['/training-sessions/x1/edit', undefined],
  ['/gyms/1', '/gyms/$gymId'],
  ['/gyms/abc', undefined],
  ['/staff/members/11111111-1111-4111-8111-111111111111', '/staff/members/$member'],
  ['/staff/members/somebody', undefined],
  ['/workout-ranking/1', undefined],
  ['/users/a/b/c', '/users/$'],
  // spec 2.41
  ['/users/', undefined],
  ['/users', undefined],
  ['/usersx', undefined],
  ['//login', undefined],
])('the page at %s is %s', (pathname, expected) => {
  expect(findRoute(routes, pathname)?.path).toBe(expected);
});

/** For tests that change neither the build nor a setting. */
const app = await shareTestApp({ webRoot: await shareWebBuild() });

async function start(options: TestAppOptions = {}) {
  const webRoot = await makeWebBuild();
  return { webRoot, app: await buildTestApp({ webRoot, ...options }) };
}

test.each([
  ['/', 200, 'shell first'],
  ['/login', 200, 'login first'],
  ['/login?next=%2Fworkouts', 200, 'login first'],
  ['/login?step=totp', 200, 'shell first'],
  ['/terms', 200, 'terms first'],
  ['/users/a/b.c', 200, 'shell first'],
  // spec 2.41
  ['/users', 404, 'shell first'],
  // spec 8.9
  ['/nothing/here', 404, 'shell first'],
  ['//evil.example', 404, 'shell first'],
  ['/%E3%83%9A%E3%83%BC%E3%82%B8', 404, 'shell first'],
  ['/apiary', 404, 'shell first'],
  ['/%', 404, 'shell first'],
  ['/%C3%28?x=%', 404, 'shell first'],
  ['/workouts/%zz', 404, 'shell first'],
  ['/workouts?workoutType=3', 200, 'shell first'],
  // spec 2.36
  ['/workouts?workoutType=99', 404, 'shell first'],
])('%s answers %i with %s', async (url, status, text) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(text);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
});

test('the shell lists the files of the page at this address, and a prerendered page contains them', async () => {
  const shell = await app.inject('/workouts/12');
  expect(shell.body).toContain(
    '<link rel="modulepreload" href="/assets/workouts/$workoutId-first.js"></head>',
  );
  expect((await app.inject('/nowhere')).body).not.toContain('modulepreload');
  expect((await app.inject('/login')).body).not.toContain('modulepreload');
});

test('sends members the frame of their page with the HTML, but not visitors and pages without a frame', async () => {
  const open = async (url: string, cookie?: string) =>
    (await app.inject({ url, headers: cookie === undefined ? {} : { cookie } })).body;
  expect(await open('/workouts', 'a=b; signed-in=1')).toContain('frame first');
  expect(await open('/workouts')).toContain('shell first');
  expect(await open('/staff', 'signed-in=1')).toContain('frame of work first');
  expect(await open('/users/a', 'signed-in=1')).toContain('shell first');
  expect(await open('/login', 'signed-in=1')).toContain('login first');
});

test.each([
  ['/login?next=%2Fworkouts', true],
  ['/login?from=mail&next=/settings', true],
  ['/login', false],
  ['/login?next=', false],
  ['/login?next=%2F', false],
  ['/login?next=/', false],
  // This page is not prerendered.
  ['/workouts?next=%2Fa', false],
])('%s is marked as on the way to another page: %s', async (url, isMarked) => {
  const { body } = await app.inject(url);
  expect(body.includes('<meta name="tanren-next"></head>')).toBe(isMarked);
});

test('gives each answer its own nonce, in the policy and in the page', async () => {
  const nonces = [];
  for (const url of ['/login', '/login']) {
    const answer = await app.inject(url);
    const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
    expect(answer.body).not.toContain('__CSP_NONCE__');
    expect(answer.body.split(`nonce="${nonce}"`)).toHaveLength(3);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('the page contains the settings of the pool', async () => {
  expect((await app.inject('/login')).body).toContain(
    '&quot;userPoolEndpoint&quot;:&quot;/cognito/&quot;',
  );
  const cognito = {
    userPoolId: 'eu_1',
    clientId: 'c1',
    identityPoolId: null,
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu_1',
  };
  const { app: onAmazon } = await start({ config: { cognito } });
  const { body } = await onAmazon.inject('/login');
  expect(body).toContain(
    '{&quot;userPoolId&quot;:&quot;eu_1&quot;,&quot;userPoolClientId&quot;:&quot;c1&quot;}',
  );
});

test('sets the forgery cookie once, and again when it is unusable', async () => {
  const first = (await app.inject('/login')).cookies[0]?.value ?? '';
  const with_ = (value: string) =>
    app.inject({ url: '/', headers: { cookie: `XSRF-TOKEN=${value}` } });
  expect((await with_(first)).headers).not.toHaveProperty('set-cookie');
  expect((await with_('short')).cookies[0]?.value).toMatch(/^[\w-]{43}$/);
  expect((await app.inject('/manifest.webmanifest')).headers).not.toHaveProperty('set-cookie');
});

test('allows only reading of pages', async () => {
  const answer = await app.inject({ method: 'POST', url: '/login', payload: 'a=1' });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
  const head = await app.inject({ method: 'HEAD', url: '/login' });
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
  expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
});

test('serves hashed files as immutable in the best accepted encoding', async () => {
  const url = '/assets/app-first.js';
  const get = (encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });
  const plain = await app.inject(url);
  const brotli = await get('gzip, deflate, br');
  const gzip = await get('gzip');
  for (const answer of [plain, brotli, gzip]) {
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers['vary']).toBe('accept-encoding');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
});

test('revalidates other files and answers 304 while they are unchanged', async () => {
  for (const url of ['/manifest.webmanifest', '/terms/_payload.json']) {
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-cache');
    const headers = { 'if-none-match': String(first.headers['etag']) };
    expect((await app.inject({ url, headers })).statusCode).toBe(304);
  }
});

test.each(['/assets/none.js', '/assets/', '/assets/app-first.js/'])(
  'answers %s with a plain 404',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.statusCode).toBe(404);
  },
);

test.each([
  '/..%2fbuild.json',
  '/%2e%2e/build.json',
  '/..%5cbuild.json',
  '/assets/..%2f..%2fbuild.json',
  '/%00',
])('serves nothing outside the public folder: %s', async (url) => {
  const answer = await app.inject(url);
  expect(answer.body).not.toContain('"prerendered"');
  expect(answer.statusCode).toBe(404);
});

test('serves a build manifest by id as immutable', async () => {
  const answer = await app.inject('/builds/meta/first.json');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(Check(BuildManifest, answer.json())).toBe(true);
  expect(answer.json()).toMatchObject({ id: 'first', prerendered: ['/login', '/terms'] });
  expect(answer.json<BuildManifest>().redirects).toContainEqual({ from: '/home', to: '/' });
  for (const url of ['/builds/meta/second.json', '/builds/meta/first', '/builds/meta/']) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
});

test('serves the id of the latest build, at most one second old', async () => {
  const answer = await app.inject('/builds/latest.json');
  expect(answer.headers['cache-control']).toBe('public, max-age=1');
  expect(Check(LatestBuild, answer.json())).toBe(true);
});

test('replaces pages and files together when a newer build is on disk', async () => {
  let time = 1_700_000_000_000;
  const { app: changing, webRoot } = await start({ now: () => new Date(time) });
  expect((await changing.inject('/login')).body).toContain('login first');

  await writeWebBuild(webRoot, 'second');
  time += 999;
  expect((await changing.inject('/login')).body).toContain('login first');
  time += 1;
  expect((await changing.inject('/login')).body).toContain('login second');
  expect((await changing.inject('/assets/app-second.js')).statusCode).toBe(200);
  expect((await changing.inject('/assets/app-first.js')).statusCode).toBe(404);
  expect((await changing.inject('/builds/latest.json')).json()).toMatchObject({ id: 'second' });
});

test('does not use an incomplete build', async () => {
  let time = 1_700_000_000_000;
  const { app: changing, webRoot } = await start({ now: () => new Date(time) });
  await changing.inject('/login');
  await writeFile(path.join(webRoot, 'build.json'), '{"id":');
  time += 1000;
  expect((await changing.inject('/login')).body).toContain('login first');
  await rm(path.join(webRoot, 'build.json'));
  time += 1000;
  expect((await changing.inject('/login')).body).toContain('login first');
  await writeWebBuild(webRoot, 'second');
  time += 1000;
  expect((await changing.inject('/login')).body).toContain('login second');
});

test('notices when only a prerendered page has changed', async () => {
  let time = 1_700_000_000_000;
  const { app: changing, webRoot } = await start({ now: () => new Date(time) });
  await changing.inject('/login');
  const file = path.join(webRoot, 'pages/login.html');
  await writeFile(file, '<p>changed</p>');
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  time += 1000;
  expect((await changing.inject('/login')).body).toContain('changed');
});

test.each([
  ['nowhere', null],
  ['not built', path.join(import.meta.dirname, 'no-such-build')],
])('answers one clear line for a web app that is %s', async (_name, webRoot) => {
  const without = await buildTestApp({ webRoot });
  const answer = await without.inject('/login');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toMatch(/^.*npm run build.*\n$/);
});

// spec 2.38
test.each([
  ['/home', '/'],
  ['/home/?a=1', '/?a=1'],
  ['/signin?next=%2Fworkouts', '/login?next=%2Fworkouts'],
  ['/signup', '/register'],
  ['/workout-ranking', '/workout-ranking/1/tfo'],
  ['/help', '/tutorial'],
  [
    '/guides/physical-activity',
    'https://www.mhlw.go.jp/stf/seisakunitsuite/bunya/kenkou_iryou/kenkou/undou/index.html',
  ],
])('redirects %s to %s', async (url, location) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe(location);
});

test('gives a service worker the frame of its own build with a matching policy, and of no other build', async () => {
  const answer = await app.inject('/builds/shell/first.html');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('frame first');
  // Members start with the home page.
  expect(answer.body).toContain('href="/assets/-first.js"');
  expect(answer.headers).not.toHaveProperty('set-cookie');
  const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];
  expect(answer.body).toContain(`nonce="${nonce}"`);
  for (const url of ['/builds/shell/second.html', '/builds/shell/first', '/builds/shell/']) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
});

test('never caches the service worker script, and a setting turns it off', async () => {
  const webRoot = await makeWebBuild();
  await writeFile(path.join(webRoot, 'client/service-worker.js'), 'the worker');
  const { app: off } = await start({ webRoot, config: { serviceWorker: false } });
  const { app: on } = await start({ webRoot });
  const worker = await on.inject('/service-worker.js');
  expect(worker.body).toBe('the worker');
  const retiring = await off.inject('/service-worker.js');
  expect(retiring.body).toContain('unregister');
  for (const answer of [worker, retiring]) {
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    // The page may connect to this origin only.
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self';");
  }
  expect((await off.inject('/login')).body).toContain('&quot;serviceWorker&quot;:false');
  expect((await on.inject('/login')).body).not.toContain('serviceWorker');
});
