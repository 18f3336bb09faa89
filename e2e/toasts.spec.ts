import { expect, test } from '@playwright/test';
import { followInside } from './support/navigation.ts';
import { readyMember, signInAs } from './support/session.ts';

const networkText = 'ネットワーク接続を確認して、もう一度試してください。';

test('a lost network is told in a two-line toast at the bottom centre for 3000 ms', async ({
  page,
}) => {
  await signInAs(page, readyMember);
  await page.clock.install();
  await page.route('**/api/workout-types', (route) => route.abort('internetdisconnected'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // From here on time goes by only when it is told to, however long a look takes.
  await page.clock.pauseAt(Date.now() + 60_000);
  await followInside(page, '/workouts?workoutType=1');
  const toast = page.getByRole('alert').filter({ hasText: 'ネットワークエラー' });
  // The one retry waits half a second.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(toast).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(toast.getByText(networkText)).toBeVisible();
  await expect(toast.getByRole('button')).toHaveCount(0);
  await expect(toast.getByRole('progressbar')).toHaveCount(0);
  await page.clock.runFor(1000);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const box = await toast.boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 390 / 2)).toBeLessThanOrEqual(1);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(844 - 120);
  await page.clock.runFor(1800);
  await expect(toast).toBeVisible();
  await page.clock.runFor(300);
  await expect(toast).toHaveCount(0);
});

test('a failing server is told as a system error', async ({ page }) => {
  await signInAs(page, readyMember);
  await page.route('**/api/workout-types', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error' } }),
  );
  await page.goto('/workouts?workoutType=1');
  const toast = page.getByRole('alert').filter({ hasText: 'システムエラー' });
  await expect(toast.getByText('しばらくしてからもう一度試してみてください。')).toBeVisible();
});
