import { expect, type Page, test } from '@playwright/test';
import { readyMember, signInAs } from '#support/identity/auth-session.ts';

function collectLog(page: Page): string[] {
  const log: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') log.push(message.text());
  });
  return log;
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, readyMember);
});

// spec 4.27, 4.29
test('errors in callbacks and unhandled rejections show the error view, and are logged', async ({
  page,
}) => {
  const log = collectLog(page);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken callback');
    });
  });
  await expect(page.getByRole('heading', { name: 'システムエラー' })).toBeVisible();
  await expect.poll(() => log.join('\n')).toContain('broken callback');
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();

  // The page handles any thrown value.
  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { error: 'only words' })));
  await expect(page.getByRole('heading', { name: 'システムエラー' })).toBeVisible();
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();

  await page.evaluate(() => {
    const cause = Object.assign(new Error('Network Error'), { name: 'NetworkError' });
    void Promise.reject(new Error('wrapped', { cause }));
  });
  await expect(page.getByRole('heading', { name: 'ネットワークエラー' })).toBeVisible();
  await expect.poll(() => log.join('\n')).toContain('NetworkError: Network Error');
});

// spec 4.28
test('an error at mounting shows the error view', async ({ page }) => {
  await page.route('**/settings', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('name="tanren-config"', 'name="gone"') });
  });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'システムエラー' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toHaveCount(0);
  await page.getByRole('button', { name: 'トップへ戻る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'テツさん' })).toBeVisible();
});
