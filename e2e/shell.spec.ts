import { expect, test } from '@playwright/test';
import { collectConsoleErrors } from './support/console.ts';
import { followInside } from './support/navigation.ts';
import { readyMember, signInAs } from './support/session.ts';

const prerendered = {
  '/login': 'サインイン',
  '/terms': '利用規約',
  '/privacy-policy': 'プライバシーポリシー',
  '/tutorial': 'ご利用ガイド',
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of Object.entries(prerendered)) {
    test(`${path} is complete`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} | TANREN`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('link', { name: 'TANREN トップへ' })).toBeVisible();
    });
  }
});

test('a prerendered page is taken over as it stands', async ({ page }) => {
  const errors = collectConsoleErrors(page);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.setAttribute('data-kept', '');
    });
  });
  await page.goto('/terms');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );
  await expect(page.locator('h1[data-kept]')).toHaveText('利用規約');
  expect(errors).toEqual([]);
});

test('a link inside the app loads the payload of a prerendered page', async ({ page, request }) => {
  await page.goto('/tutorial');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const requested: string[] = [];
  page.on('request', (sent) => requested.push(new URL(sent.url()).pathname));
  await followInside(page, '/terms');
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await expect(page.getByText('2024年12月03日(火)')).toBeVisible();
  expect(requested).toContain('/terms/_payload.json');
  expect(requested.some((path) => path.includes('terms-document'))).toBe(false);
  const payload = (await (await request.get('/terms/_payload.json')).json()) as { path: string };
  expect(payload.path).toBe('/terms');
});

test('a payload that cannot be had is replaced by the code that holds it', async ({ page }) => {
  await page.route('**/terms/_payload.json*', (route) => route.fulfill({ status: 500 }));
  await page.goto('/tutorial');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await followInside(page, '/terms');
  await expect(page.getByText('2024年12月03日(火)')).toBeVisible();
});

test('members have a header and five places, a rail on a wide screen', async ({ page }) => {
  await signInAs(page, readyMember);
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'メインメニュー' });
  await expect(navigation.getByRole('link')).toHaveText([
    'ホーム',
    '履歴',
    '接続',
    'セッション',
    'メニュー',
  ]);
  await expect(navigation.getByRole('link', { name: 'ホーム' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: /^お知らせ/ })).toBeVisible();
  const measure = async () => {
    const { x = 0, y = 0, height = 0 } = (await navigation.boundingBox()) ?? {};
    return { left: x, bottom: y + height, height };
  };
  await expect.poll(measure).toMatchObject({ bottom: 844 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(measure).toMatchObject({ left: 0, height: 800 });
});

test('a slow navigation shows the loading bar in the primary colour, 3 px high', async ({
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
  await followInside(page, '/workouts?workoutType=1');
  await expect(bar).toHaveCSS('background-color', 'rgb(206, 23, 30)');
  await expect(bar).toHaveCSS('height', '3px');
  // The old page stays until the new one is ready.
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'トレーニング履歴' })).toBeVisible();
  await expect(bar).toHaveCount(0);
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
