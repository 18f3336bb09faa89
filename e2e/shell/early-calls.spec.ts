import type { Page, Request } from '@playwright/test';
import { readClaims, signInElsewhere } from '#support/identity/accounts.ts';
import {
  expect,
  expectQuietConsole,
  heading,
  ignoreConsoleErrors,
  openAs,
  test,
} from '#support/members/members.ts';

expectQuietConsole(test);

/** Records the calls of the page, as paths below `/api`, each with its token. */
function recordCalls(page: Page) {
  const calls: { path: string; token: string }[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const token = request.headers()['authorization']?.replace('Bearer ', '') ?? '';
    calls.push({ path: pathname.slice('/api'.length) + search, token });
  });
  const count = (path: string) => calls.filter((call) => call.path === path).length;
  return { calls, count };
}

/** Stops the app before it starts, until `release` is called. The script of early calls runs. */
async function stopApp(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const home = (page: Page) => heading(page, 'テツさん');

test('sends the calls of a page before the app has loaded, each once', async ({ page, member }) => {
  await openAs(page, member, '/');
  await expect(home(page)).toBeVisible();
  for (const [path, title, call] of [
    ['/', 'テツさん', '/todays-menu'],
    ['/workouts', 'トレーニング履歴', '/workout-claims'],
    ['/reservations', '予約', '/training-reservations/suggestion'],
    ['/training-status', 'トレーニング状況', '/training-status'],
  ] as const) {
    // Another tab of the member. It sends no calls of the page before.
    const tab = await page.context().newPage();
    const release = await stopApp(tab);
    const { calls, count } = recordCalls(tab);
    await tab.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => count(call), path).toBe(1);
    const early = calls.map((one) => one.path);
    release();
    await expect(heading(tab, title)).toBeVisible();
    for (const one of early) expect(count(one), one).toBe(1);
    await tab.close();
  }
});

test('an expired token is renewed before any call', async ({ page, member }) => {
  await openAs(page, member, '/');
  await expect(home(page)).toBeVisible();
  const { IdToken } = await signInElsewhere(member);
  const [header = '', payload = ''] = IdToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const expired = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url');
  const oldToken = `${header}.${expired}.c2ln`;
  const key = `CognitoIdentityServiceProvider.tanren-web.${readClaims(IdToken).sub}.idToken`;
  await page.addInitScript(
    ([name = '', text = '']) => localStorage.setItem(name, text),
    [key, oldToken],
  );
  const { calls, count } = recordCalls(page);
  await page.reload();
  await expect(home(page)).toBeVisible();
  expect(count('/todays-menu')).toBe(1);
  expect(calls.filter(({ token }) => token === oldToken)).toEqual([]);
});

test('the page shows no early answer after a sign-out in another tab', async ({ page, member }) => {
  await openAs(page, member, '/');
  await expect(home(page)).toBeVisible();
  const release = await stopApp(page);
  const { count } = recordCalls(page);
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => count('/todays-menu')).toBe(1);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('CognitoIdentityServiceProvider.')) localStorage.removeItem(key);
    }
  });
  release();
  await expect(heading(page, 'ログイン')).toBeVisible();
  expect(count('/todays-menu')).toBe(1);
});

test('sends no early calls for a visitor', async ({ page }) => {
  const { calls } = recordCalls(page);
  await page.goto('/reservations');
  await expect(heading(page, 'ログイン')).toBeVisible();
  expect(calls).toEqual([]);
});

test('sends a call again that failed early', async ({ page, member }) => {
  await openAs(page, member, '/');
  await expect(home(page)).toBeVisible();
  await page.route('**/api/todays-menu', (route) => route.abort(), { times: 1 });
  const { count } = recordCalls(page);
  await page.reload();
  await expect(home(page)).toBeVisible();
  await expect(page.getByRole('region', { name: '今日やること' })).toBeVisible();
  expect(count('/todays-menu')).toBe(2);
  ignoreConsoleErrors('ERR_FAILED');
});
