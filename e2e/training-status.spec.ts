import { expect, expectClean, expectQuietConsole, heading } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test('the week, the body and the loads', async ({ page, embedded, member }) => {
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/training-status');
  const week = page.getByRole('region', { name: '今週のトレーニング' });
  await expect(week).toContainText('1日 目安 週2〜3日1週連続');
  await expect(week.getByRole('listitem')).toHaveCount(7);
  await expect(week.getByText('トレーニングしました')).toHaveCount(1);

  const body = page.getByRole('region', { name: '部位ごとの今週のセット数' });
  const panel = body.getByRole('status');
  await expect(panel).toHaveText('部位を選ぶと、今週のセット数が分かります。');
  await body.locator('[data-muscle=pectorals] path').first().click();
  await expect(panel).toContainText('大胸筋2セット目安の5〜10セットまで、あと3セットです。');
  await expect(panel).toContainText('今日鍛えました。');
  const painted = (muscle: string) =>
    body
      .locator(`[data-muscle=${muscle}]`)
      .first()
      .evaluate((element) => getComputedStyle(element).fill);
  expect(await painted('pectorals')).not.toBe(await painted('quadriceps'));
  expect(await painted('calves')).toBe(await painted('quadriceps'));
  await expectClean(page);
  await page.keyboard.press('Tab');
  await body.getByRole('radio', { name: /^大胸筋/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel).toContainText('三角筋1セット');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(panel).toContainText('上腕二頭筋1セット');
  await page.getByText('すべての部位を表で見る').click();
  const table = page.getByRole('table', { name: '部位ごとの今週のセット数' });
  await expect(table.getByRole('row')).toHaveCount(16);
  await expect(table.getByRole('row', { name: /^大胸筋/ })).toHaveText('大胸筋2 セット今日');

  const load = page.getByRole('link', { name: /^チェストプレス/ });
  await expect(load).toHaveText('チェストプレス前回（12回）52.5kg最大52.5kg次回55kg');
  await load.click();
  await expect(page).toHaveURL('/training-history/1');

  await page.goto('/');
  await page.getByRole('link', { name: /今週のトレーニング/ }).click();
  await expect(heading(page, 'トレーニング状況')).toBeVisible();
  await page.goto('/');
  await page.getByRole('region', { name: '前回のトレーニング' }).getByRole('link').click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
});
