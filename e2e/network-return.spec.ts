import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  heading,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { createWorker } from './support/trainer-link.ts';

expectQuietConsole(test);

/** Signing in is hard work, and so is a page with all its parts. */
const afterSignIn = { timeout: 60_000 };

function forgiveLostNetwork(): void {
  for (const word of ['ERR_INTERNET_DISCONNECTED', 'NetworkError', 'Network Error']) {
    forgiveComplaints(word);
  }
  for (const word of ['ChunkLoadError', 'WebSocket']) forgiveComplaints(word);
}

test('a page that was asked for without a network comes by itself when there is one', async ({
  page,
  context,
  member,
}) => {
  await openAs(page, member, '/settings');
  await expect(heading(page, '設定')).toBeVisible(afterSignIn);
  await context.setOffline(true);
  await page.getByRole('link', { name: '履歴', exact: true }).click();
  await expect(heading(page, 'ネットワークエラー')).toBeVisible();
  await expect(page).toHaveURL('/workouts');
  await context.setOffline(false);
  await expect(heading(page, 'トレーニング履歴')).toBeVisible(afterSignIn);
  await expect(page).toHaveURL('/workouts');
  forgiveLostNetwork();
});

test('a page that failed for want of a network is back with it', async ({
  page,
  context,
  member,
}) => {
  await openAs(page, member, '/settings');
  await expect(heading(page, '設定')).toBeVisible(afterSignIn);
  await context.setOffline(true);
  await page.evaluate(() => {
    void Promise.reject(Object.assign(new Error('Network Error'), { name: 'NetworkError' }));
  });
  await expect(heading(page, 'ネットワークエラー')).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, '設定')).toBeVisible(afterSignIn);
  forgiveLostNetwork();
});

test('for staff too: an error is a page of its own, not one within their frame', async ({
  page,
  context,
  embedded,
}) => {
  await openAs(page, await createWorker(embedded, 'staff', 'スタッフ佐藤'), '/staff');
  const places = page.getByRole('navigation', { name: 'スタッフメニュー' });
  for (const count of ['未対応の通報', 'オフラインのマシン', '公開予定のお知らせ']) {
    await expect(page.getByRole('link', { name: count })).toContainText(/\d/, afterSignIn);
  }
  await context.setOffline(true);
  await places.getByRole('link', { name: '会員検索' }).click();
  await expect(heading(page, 'ネットワークエラー')).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(places).toHaveCount(0);
  await context.setOffline(false);
  await expect(heading(page, '会員検索')).toBeVisible(afterSignIn);
  await expect(places).toBeVisible();
  forgiveLostNetwork();
});
