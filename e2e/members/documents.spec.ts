import { expect, type Page, test } from '@playwright/test';
import { openInApp, waitForApp } from '#support/browser/navigation.ts';

/** Returns the distance between the upper edge of the window and the target of an anchor. */
async function readOffset(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (target) => document.getElementById(target)?.getBoundingClientRect().top ?? Number.NaN,
    id,
  );
}

async function expectAtTop(page: Page, id: string): Promise<void> {
  await expect.poll(async () => Math.abs((await readOffset(page, id)) - 24)).toBeLessThan(4);
}

test('an anchor works in the address, inside the app, and back and forward', async ({ page }) => {
  await page.goto('/privacy-policy#retention');
  await waitForApp(page);
  await expectAtTop(page, 'retention');

  await openInApp(page, '/terms');
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await page.locator('#withdrawal').getByRole('link', { name: 'プライバシーポリシー' }).click();
  await expect(page).toHaveURL('/privacy-policy#retention');
  await expectAtTop(page, 'retention');

  await page
    .locator('#deletion-and-export')
    .getByRole('link', { name: '「12. 保存期間」' })
    .click();
  await page.locator('summary').click();
  await page.locator('details a[href="#contact"]').click();
  await expect(page.getByRole('heading', { name: /お問い合わせ窓口/ })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy#retention');
  await page.goForward();
  await expect(page).toHaveURL('/privacy-policy#contact');
  await expect(page.getByRole('heading', { name: /お問い合わせ窓口/ })).toBeInViewport();
});
