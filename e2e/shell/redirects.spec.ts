import { expect, test } from '@playwright/test';
import { openInApp } from '#support/browser/navigation.ts';

const guide = 'https://www.mhlw.go.jp/';

test('direct requests get a real redirect, and unknown paths a real 404', async ({
  page,
  request,
}) => {
  const answer = await request.get('/signin?next=%2Fworkouts', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['location']).toBe('/login?next=%2Fworkouts');
  const absolute = await request.get('/guides/physical-activity', { maxRedirects: 0 });
  expect(absolute.status()).toBe(302);
  expect(absolute.headers()['location']).toContain(guide);
  expect((await request.get('/settings')).status()).toBe(200);
  for (const path of ['/no/such/page', '/%']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await expect(page).toHaveTitle('Page not found | TANREN');
});

// spec 2.39
test('applies the rules of the build manifest inside the app and on leaving it', async ({
  page,
}) => {
  await page.route(`${guide}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>guide</h1>' }),
  );
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await openInApp(page, '/help');
  await expect(page).toHaveURL('/tutorial');
  await expect(page.getByRole('heading', { level: 1, name: 'ご利用ガイド' })).toBeVisible();
  expect(documents).toBe(0);
  await openInApp(page, '/guides/physical-activity');
  await expect(page).toHaveURL(new RegExp(`^${guide}`));
  await expect(page.getByRole('heading', { name: 'guide' })).toBeVisible();
  expect(documents).toBe(1);
});
