import { expect, test } from '@playwright/test';
import { answerCalls } from './support/answers.ts';
import { collectConsoleErrors } from './support/console.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { pages } from './support/pages.ts';
import { readyMember, signInAs } from './support/session.ts';

for (const { path, title, heading = title, session, answers = {} } of pages) {
  test(`${path} shows ${title}, without console errors or accessibility faults`, async ({
    page,
  }) => {
    const errors = collectConsoleErrors(page);
    if (session) await signInAs(page, session);
    await answerCalls(page, answers);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | TANREN`);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test('each layout is as accessible on a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/login', '/no-such-page']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await checkAccessibility(page), path).toEqual([]);
  }
  await signInAs(page, readyMember);
  for (const path of ['/', '/settings', '/settings/userinfo']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await checkAccessibility(page), path).toEqual([]);
  }
});

test('signed-out visitors of the two steps after registration are offered to sign in', async ({
  page,
}) => {
  for (const path of ['/register/userinfo', '/confirm-agreement']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'サインイン' }).click();
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});

test('the primary button is outlined, full width and 52 px high', async ({ page }) => {
  await page.goto('/register/userinfo');
  const button = page.getByRole('button', { name: 'サインイン' });
  await expect(button).toHaveCSS('height', '52px');
  await expect(button).toHaveCSS('font-size', '18px');
  await expect(button).toHaveCSS('border', '1px solid rgb(206, 23, 30)');
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const box = await button.boundingBox();
  expect(box?.width).toBe(390 - 2 * 16);
});

test('text fields are solo, selects light grey, and nothing is faded', async ({ page }) => {
  await signInAs(page, readyMember);
  await page.goto('/settings/userinfo');
  const field = page.getByLabel('ニックネーム');
  await expect(field).toHaveCSS('height', '56px');
  await expect(field).toHaveCSS('border-top-width', '0px');
  await expect(field).toHaveCSS('background-color', 'rgb(26, 26, 26)');
  await expect(field).not.toHaveCSS('box-shadow', 'none');
  await expect(page.getByLabel('性別')).toHaveCSS('background-color', 'rgb(224, 224, 224)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 15, 15)');
  for (const part of ['h1', 'label', 'button[type=submit]']) {
    await expect(page.locator(part).first()).toHaveCSS('opacity', '1');
  }
});
