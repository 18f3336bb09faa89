import { expect, test } from '@playwright/test';
import { collectConsoleErrors } from '#support/browser/page-checks.ts';
import { openInApp, waitForApp } from '#support/browser/navigation.ts';
import { readyMember, signInAs } from '#support/identity/auth-session.ts';

const prerendered = {
  '/login': 'ログイン',
  '/register': 'アプリの新規登録',
  '/forgot-password': 'パスワードの再設定',
  '/terms': '利用規約',
  '/privacy-policy': 'プライバシーポリシー',
  '/tutorial': 'ご利用ガイド',
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // spec 1.15
  test('the prerendered pages are complete and styled', async ({ page }) => {
    for (const [path, title] of Object.entries(prerendered)) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
      await expect(page).toHaveTitle(`${title} | TANREN`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '28px');
      await expect(page.getByRole('link', { name: 'TANREN トップへ' })).toBeVisible();
    }
    await expect(page.locator('section figure svg')).toHaveCount(12);
  });

  test('the documents are complete, and their contents unfold and link to their sections', async ({
    page,
  }) => {
    await page.goto('/terms');
    await expect(page.getByText('第3版', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('font-size', '20px');
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(20);
    const contents = page.getByRole('navigation', { name: '目次' });
    await expect(contents).toBeHidden();
    await page.getByText('目次', { exact: true }).first().click();
    await contents.getByRole('link', { name: /アカウントの削除とデータ/ }).click();
    await expect(page).toHaveURL('/terms#withdrawal');
    await expect(page.getByRole('heading', { name: /アカウントの削除とデータ/ })).toBeInViewport();
    await page.goto('/privacy-policy');
    await expect(page.getByRole('heading', { level: 2, name: /保存期間/ })).toBeVisible();
  });
});

test('prerendered pages are hydrated without a change', async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.setAttribute('data-kept', '');
    });
  });
  for (const [path, title] of Object.entries(prerendered)) {
    await page.goto(path);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
    );
    await expect(page.locator('h1[data-kept]'), path).toHaveText(title);
  }
  expect(errors).toEqual([]);
});

// spec 7.54
test('inside the app the payload of a prerendered page is enough, and only the guide loads its pictures', async ({
  page,
  request,
}) => {
  const guide = /\/tutorial-[\w-]{8}\.js$/;
  const requested: string[] = [];
  page.on('request', (sent) => requested.push(new URL(sent.url()).pathname));
  await page.goto('/privacy-policy');
  await waitForApp(page);
  await page.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await expect(page.getByText('2024年12月03日(火)')).toBeVisible();
  expect(requested).toContain('/terms/_payload.json');
  expect(requested.filter((path) => guide.test(path))).toEqual([]);
  await page.getByRole('link', { name: 'ご利用ガイド' }).click();
  await expect(page.locator('figure svg').first()).toBeVisible();
  expect(requested).toContain('/tutorial/_payload.json');
  expect(requested.some((path) => guide.test(path))).toBe(true);
  expect(requested.filter((path) => /-document-/.test(path))).toEqual([]);
  await page.goto('/register');
  await waitForApp(page);
  await page.getByRole('link', { name: '登録済みの方はログイン' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible();
  expect(requested).toContain('/login/_payload.json');
  const payload = (await (await request.get('/terms/_payload.json')).json()) as { path: string };
  expect(payload.path).toBe('/terms');
});

// spec 2.2, 9.32
test('a slow navigation shows the loading bar at the top in the primary colour, 3 px high', async ({
  page,
}) => {
  await signInAs(page, readyMember);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/workout-types', async (route) => {
    await held;
    await route.fulfill({ json: [{ id: 1, workouted: true }] });
  });
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bar = page.locator('[data-loading]');
  await expect(bar).toHaveCount(0);
  await openInApp(page, '/workouts?workoutType=1');
  await expect(bar).toHaveCSS('background-color', 'rgb(206, 23, 30)');
  await expect(bar).toHaveCSS('height', '3px');
  await expect(bar).toHaveCSS('position', 'fixed');
  await expect(bar).toHaveCSS('top', '0px');
  // The frame of the next page has replaced the old one.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'トレーニング履歴' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

/** Pages of every kind: forms, charts, drawings, the camera, and those of trainers and staff. */
const typicalPages = {
  '/': 'テツさん',
  '/tanren-link': 'マシンと接続',
  '/training-status': 'トレーニング状況',
  '/workout-ranking/1/tfo': 'ランキング',
  '/training-sessions/new': 'メニューの作成',
  '/settings/userinfo': 'プロフィールの編集',
  '/trainer': '担当会員',
  '/staff': '本日の受付',
};

test('typical pages and the API document cause no violation of the security policy', async ({
  page,
}) => {
  const errors = collectConsoleErrors(page);
  await signInAs(page, { ...readyMember, groups: ['trainer', 'staff'] });
  await page.goto('/');
  for (const [path, title] of Object.entries(typicalPages)) {
    // All pages share one document and its policy, whichever of them was opened first.
    await openInApp(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    expect(errors, path).toEqual([]);
  }
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /TANREN/ })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the app can be installed', async ({ page, request }) => {
  await page.goto('/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(href ?? '')).json()) as {
    theme_color: string;
    display: string;
    icons: { src: string; purpose?: string }[];
  };
  expect(manifest.theme_color).toBe('#0f0f0f');
  expect(manifest.display).toBe('standalone');
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});
