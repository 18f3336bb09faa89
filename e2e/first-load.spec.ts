import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { waitForApp } from './support/navigation.ts';

/** JavaScript and CSS, gzip, everything fetched before the page is usable. */
const budget = 190_000;

test(`the first load of /login stays within ${budget / 1000} kB`, async ({ page }) => {
  const sizes = new Map<string, number>();
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(?:js|css)$/.test(pathname)) return;
    pending.push(
      response.body().then((body) => {
        sizes.set(pathname, gzipSync(body, { level: 9 }).length);
      }),
    );
  });
  await page.goto('/login');
  await waitForApp(page);
  await page.waitForLoadState('networkidle');
  // The part that signs in is fetched when the form is touched; without it the page is of no use.
  const untouched = pending.length;
  await page.getByLabel('メールアドレス').focus();
  await expect.poll(() => pending.length).toBeGreaterThan(untouched);
  // One file asks for the next: over when a second brings none.
  await expect(async () => {
    const known = pending.length;
    await Promise.all(pending);
    await page.waitForTimeout(1000);
    expect(pending.length).toBe(known);
  }).toPass();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(1);
  expect(total, [...sizes].map(([file, size]) => `${file} ${size}`).join('\n')).toBeLessThanOrEqual(
    budget,
  );
});
