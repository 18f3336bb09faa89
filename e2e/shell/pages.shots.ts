import { expect, test } from '@playwright/test';
import { collectConsoleErrors } from '#support/browser/page-checks.ts';
import { answerCalls, pages } from '#support/browser/pages.ts';
import { signInAs } from '#support/identity/auth-session.ts';
import { shotPath, sizes } from '#support/browser/shots.ts';

function fileName(address: string, size: string): string {
  const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '_');
  return shotPath(name, size);
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const { path: address, title, heading = title, session, answers = {} } of [
    ...pages,
    { path: '/no-such-page', title: 'Page not found', session: null },
  ]) {
    test(`${address} (${size})`, async ({ page }) => {
      const errors = collectConsoleErrors(page);
      await page.setViewportSize(viewport);
      if (session) await signInAs(page, session);
      await answerCalls(page, answers);
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | TANREN`);
      await page.screenshot({ path: fileName(address, size), animations: 'disabled' });
      // The 404 page itself causes this error.
      const missing = title === 'Page not found';
      expect(errors.filter((error) => !(missing && /status of 404/.test(error)))).toEqual([]);
    });
  }
}
