import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { expectMissing } from './support/missing-page.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import { scrollPage } from './support/navigation.ts';
import { hoursAgo, insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

const cards = (page: Page) => page.locator('a[href^="/workouts/"]');

test('the list goes on while it is scrolled, and after a failure by its button', async ({
  page,
  embedded,
  member,
}) => {
  const many = Array.from({ length: 45 }, (_, index) => ({
    workoutTypeId: 1 + (index % 2),
    startedAt: hoursAgo(1 + index * 10),
    sets: [{ loadKg: 100 - index, reps: 10 }],
  }));
  await insertWorkouts(embedded, member, many);
  await openAs(page, member, '/workouts');
  await expect(cards(page)).toHaveCount(20);
  await page.route('**/api/workouts?*cursor=*', (route) => route.abort());
  await page.getByRole('button', { name: 'さらに表示する' }).scrollIntoViewIfNeeded();
  await expect(toast(page, 'ネットワークエラー')).toBeVisible();
  await expect(cards(page)).toHaveCount(20);
  await page.unroute('**/api/workouts?*cursor=*');
  forgiveComplaints('net::ERR_FAILED');
  forgiveComplaints('NetworkError');
  await press(page, 'もう一度読み込む');
  await expect(cards(page)).toHaveCount(40);
  await scrollPage(page, 'end');
  await expect(cards(page)).toHaveCount(45);
  await expect(page.getByRole('button', { name: 'さらに表示する' })).toHaveCount(0);
  // Each once, newest first: the loads fall by one.
  const loads = await cards(page).evaluateAll((links) =>
    links.map((link) => Number(/最大負荷(\d+)/.exec(link.textContent)?.[1])),
  );
  expect(loads).toEqual(many.map(({ sets }) => sets[0]?.loadKg));

  // The heading of the day stays below the header while its workouts pass.
  const day = page.getByRole('heading', { level: 2 }).last();
  await scrollPage(page, 'end');
  await expect(day).toHaveCSS('position', 'sticky');

  // Back from a workout the list is where it was.
  const scrolled = await page.evaluate(() => scrollY);
  await cards(page).last().click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(45);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 200);
});

test('the list is filtered by links, and saved as it is shown', async ({
  page,
  embedded,
  member,
}) => {
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/workouts');
  await expect(cards(page)).toHaveCount(4);
  await expect(cards(page).first()).toContainText('チェストプレス自己ベスト');
  await expect(cards(page).first()).toContainText('最大負荷52.5kg総発揮力1,130kg2セット22回');
  await expectClean(page);
  const filter = page.getByRole('navigation', { name: '種目で絞り込む' });
  await expect(filter.getByRole('link')).toHaveText(['すべて', 'チェストプレス', 'アームカール']);
  await filter.getByRole('link', { name: 'アームカール' }).click();
  await expect(page).toHaveURL('/workouts?workoutType=6');
  await expect(cards(page)).toHaveCount(1);
  await expect(filter.locator('[aria-current]')).toHaveText('アームカール');
  await page.reload();
  await expect(cards(page)).toHaveCount(1);

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'CSV保存')]);
  expect(download.suggestedFilename()).toMatch(/^tanren-workouts-\d{8}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF開始日時/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('アームカール');

  await filter.getByRole('link', { name: 'すべて' }).click();
  await expect(page).toHaveURL('/workouts');
  await expect(cards(page)).toHaveCount(4);
  await expectMissing(page, '/workouts?workoutType=2');
});

test('without a workout every page says what to do', async ({ page, member }) => {
  await openAs(page, member, '/workouts');
  await expect(heading(page, 'トレーニング履歴')).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'マシンと接続する' });
  for (const path of ['/workouts', '/training-history/3', '/training-status']) {
    await page.goto(path);
    await expect(link, path).toHaveAttribute('href', '/tanren-link');
    await expectClean(page);
  }
  await expect(page.getByRole('button', { name: 'CSV保存' })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /今週のトレーニング 0/ })).toBeVisible();
  await expect(page.getByText('前回のトレーニング')).toHaveCount(0);
});

test('a workout: what it came to, every rep, and where it stands', async ({
  page,
  embedded,
  member,
}) => {
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/workouts');
  await cards(page).first().click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await expect(page.getByText('自己ベスト更新！（最大負荷・総発揮力）')).toBeVisible();
  const number = (name: string) => page.locator('dl > div').filter({ hasText: name });
  await expect(number('最大負荷')).toContainText('52.5kg+2.5 kg 前回よりアップ');
  await expect(number('総発揮力')).toContainText('1,130kg+230 kg 前回よりアップ');
  await expect(number('推定1RM')).toContainText('66.7kg10回のセットから');
  const table = page.getByRole('table', { name: 'セットごとの記録' });
  await expect(table.getByRole('row').nth(2)).toHaveText('252.51252.5630.0');

  const chart = page.getByRole('slider', { name: '1回ごとの重さのグラフ' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', '1セット目 1回目 1.8秒 50kg');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', '2セット目 1回目 1.8秒 52.5kg');
  await expect(page.getByText('2セット目 1回目 1.8秒')).toBeVisible();
  await page.getByText('1回ごとの記録を表で見る').click();
  await expect(page.getByRole('table', { name: '1回ごとの記録' }).getByRole('row')).toHaveCount(23);
  await expectClean(page);

  await page.getByRole('link', { name: /前回の記録/ }).click();
  await expect(number('最大負荷')).toContainText('50kg+10 kg 前回よりアップ');
  await page.getByRole('link', { name: 'ランキング' }).click();
  await expect(page).toHaveURL('/workout-ranking/1/max');
  await page.goto('/workouts?workoutType=6');
  await cards(page).first().click();
  await expect(number('推定1RM')).toContainText('推定できません');
});

test("another member's workout is not found, like one that never was", async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await insertWorkouts(embedded, other, someWorkouts.slice(0, 1));
  const { json } = await callApi(embedded, other, 'GET', '/workouts/latest');
  await openAs(page, member, '/');
  await expect(heading(page, 'テツさん')).toBeVisible();
  await expectMissing(page, `/workouts/${String(json['id'])}`);
  await expectMissing(page, '/workouts/2147483647');
});

test('every page is as accessible on a desktop', async ({ page, embedded, member }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await insertWorkouts(embedded, member, someWorkouts);
  await openAs(page, member, '/workouts');
  const workout = await cards(page).first().getAttribute('href');
  for (const path of ['/', '/workouts', workout ?? '', '/training-history/1', '/training-status']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectClean(page);
  }
});
