import { expect, test } from '@playwright/test';
import { waitForApp } from '#support/navigation.ts';

/** On a slow line each request waits for its turn; what they weigh together matters less. */
const mostRequests = 15;

test(`the first load of /login asks for at most ${mostRequests} scripts and styles`, async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|css)$/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/login');
  await waitForApp(page);
  // The part that signs in is fetched when the form is touched; without it the page is of no use.
  const untouched = asked.length;
  await page.getByLabel('メールアドレス').focus();
  await expect.poll(() => asked.length).toBeGreaterThan(untouched);
  await page.waitForLoadState('networkidle');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(mostRequests);
});
