import { expect, type Page, test } from '@playwright/test';
import { openInApp } from '#support/browser/navigation.ts';
import { readyMember, signInAs } from '#support/identity/auth-session.ts';

const hours = 60 * 60 * 1000;

function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

// spec 2.40, 9.3
test('a navigation after more than 12 hours reloads the page', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, readyMember);
  await page.goto('/');
  const documents = countDocuments(page);
  const navigation = page.getByRole('navigation', { name: 'メインメニュー' });
  await page.clock.setSystemTime(Date.now() + 12 * hours - 60_000);
  await navigation.getByRole('link', { name: '履歴' }).click();
  await expect(page).toHaveURL('/workouts');
  expect(documents()).toBe(0);
  await page.clock.setSystemTime(Date.now() + 12 * hours + 60_000);
  await navigation.getByRole('link', { name: 'マイページ', exact: true }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible();
  expect(documents()).toBe(1);
});

test('a navigation after the server got a newer build reloads the page', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, readyMember);
  await page.goto('/');
  const documents = countDocuments(page);
  const navigation = page.getByRole('navigation', { name: 'メインメニュー' });
  await navigation.getByRole('link', { name: '履歴' }).click();
  await expect(page).toHaveURL('/workouts');
  expect(documents()).toBe(0);
  await page.route('**/builds/latest.json*', (route) =>
    route.fulfill({ json: { id: 'newer', timestamp: 1 } }),
  );
  const response = page.waitForResponse('**/builds/latest.json*');
  await page.clock.runFor(hours + 1000);
  await (await response).finished();
  // The page has read the answer when it can draw again.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await navigation.getByRole('link', { name: 'マイページ', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible();
  expect(documents()).toBe(1);
});

// spec 4.31, 8.8
test('a missing chunk reloads the page once at the target, and shows the error view if it stays missing', async ({
  page,
}) => {
  await page.goto('/register');
  const documents = countDocuments(page);
  await page.route('**/assets/register.userinfo-*.js', async (route) => {
    await (documents() === 0 ? route.fulfill({ status: 404 }) : route.continue());
  });
  await openInApp(page, '/register/userinfo');
  await expect(page.getByRole('heading', { level: 1, name: 'プロフィールの登録' })).toBeVisible();
  expect(documents()).toBe(1);
  await page.route('**/assets/*forgot-password*.js', (route) => route.fulfill({ status: 404 }));
  await openInApp(page, '/forgot-password');
  await expect(page.getByRole('heading', { name: 'システムエラー' })).toBeVisible();
  expect(documents()).toBe(2);
});

test('a missing chunk without a network shows a message in the frame instead of reloading', async ({
  page,
  context,
}) => {
  await signInAs(page, { ...readyMember, groups: ['staff'] });
  await page.goto('/staff/overview');
  const places = page.getByRole('navigation', { name: 'スタッフメニュー' });
  for (const count of ['未対応の報告', 'オフラインのマシン', '公開予定のお知らせ']) {
    await expect(page.getByRole('link', { name: count })).toContainText(/\d/);
  }
  const documents = countDocuments(page);
  await context.setOffline(true);
  await places.getByRole('link', { name: '会員検索' }).click();
  await expect(page.getByRole('heading', { name: 'ネットワークエラー' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(places).toBeVisible();
  await expect(page).toHaveURL('/staff/members');
  expect(documents()).toBe(0);
  // The page appears after one load when the network is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: '会員検索' })).toBeVisible();
  await expect(places).toBeVisible();
  expect(documents()).toBe(1);
});
