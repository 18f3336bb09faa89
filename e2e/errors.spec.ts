import { expect, type Page, test } from '@playwright/test';
import { readyMember, signInAs } from './support/session.ts';

function collectLog(page: Page): string[] {
  const log: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') log.push(message.text());
  });
  return log;
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
}

async function expectErrorView(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'システムエラー' })).toBeVisible();
  await expect(page.getByText('しばらくしてからもう一度試してみてください。')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, readyMember);
});

for (const button of ['トップへ戻る', 'TANREN トップへ']) {
  test(`an error in a callback shows the error view; ${button} leads home`, async ({ page }) => {
    const log = collectLog(page);
    await openSettings(page);
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken callback');
      });
    });
    await expectErrorView(page);
    await expect(page).toHaveTitle('エラー | TANREN');
    await expect.poll(() => log.join('\n')).toContain('broken callback');
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
  });
}

test('a forgotten rejection shows the error view; its cause is what is told and logged', async ({
  page,
}) => {
  const log = collectLog(page);
  await openSettings(page);
  await page.evaluate(() => {
    const cause = Object.assign(new Error('Network Error'), { name: 'NetworkError' });
    void Promise.reject(new Error('wrapped', { cause }));
  });
  await expect(page.getByRole('heading', { name: 'ネットワークエラー' })).toBeVisible();
  await expect.poll(() => log.join('\n')).toContain('NetworkError: Network Error');
});

test('an error at mounting shows the error view', async ({ page }) => {
  await page.route('**/settings', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('name="tanren-config"', 'name="gone"') });
  });
  await page.goto('/settings');
  await expectErrorView(page);
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();
});

test('the logo of the error view is 60 px wide and its block has 40 px above and below', async ({
  page,
}) => {
  await page.goto('/no-such-page');
  const logo = page.getByRole('button', { name: 'TANREN トップへ' });
  await expect(page.getByRole('main')).toHaveCSS('padding-block', '40px');
  await expect(logo).toHaveCSS('width', '60px');
  const box = await logo.boundingBox();
  expect((box?.x ?? 0) + 30).toBe(390 / 2);
});
