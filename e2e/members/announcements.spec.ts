import { expect, heading, openAs, press, test } from '#support/members/members.ts';

test('files that cannot be loaded beside a page affect nothing else', async ({ page, member }) => {
  const bell = page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });
  let rejected = 0;
  const files = '**/assets/members-*.js';
  await page.route(files, async (route) => {
    rejected += 1;
    await route.abort();
  });
  // This page itself does not need them.
  await openAs(page, member, '/training-sessions/new');
  await expect(heading(page, 'メニューの作成')).toBeVisible();
  await expect.poll(() => rejected).toBeGreaterThan(0);
  await page.getByLabel('タイトル').fill('上半身の日');
  await expect(page.getByLabel('タイトル')).toHaveValue('上半身の日');
  await page.unroute(files);
  await page.goto('/workouts');
  await expect(heading(page, 'トレーニング履歴')).toBeVisible();
  await expect(bell).toBeVisible();
});

test('exports all data of the member', async ({ page, member }) => {
  await openAs(page, member, '/settings');
  const download = page.waitForEvent('download');
  await press(page, 'データの書き出し');
  const file = await download;
  expect(file.suggestedFilename()).toBe('tanren-export.zip');
  const stream = await file.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
});
