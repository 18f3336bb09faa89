import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
} from './support/identity-steps.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { scrollPage } from './support/navigation.ts';
import {
  expectInSight,
  holdRankings,
  myPlace,
  period,
  rankMember,
  rows,
  scale,
  skeleton,
  tab,
} from './support/ranking-page.ts';
import { boardOf, countDown, insertEntries, thisMonth } from './support/rankings.ts';
import { ensureGyms } from './support/first-gyms.ts';

expectQuietConsole(test);

// Every test ranks in a type of its own: they share a server.

test('the hundred best, ties, and the own row that stays in sight', async ({
  page,
  embedded,
  member,
}) => {
  const others = [
    // Of equal ones the earlier comes first.
    { nickname: '<b>首位</b>', value: 30_000, achievedOn: '2020-01-01' },
    { nickname: 'ゴロー', value: 30_000 },
    ...countDown(118, 28_000, 100),
  ];
  await rankMember(embedded, member, boardOf(2), others, 16_475);
  await openAs(page, member, '/workout-ranking/2/tfo');
  await expect(heading(page, 'ランキング')).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).nth(0)).toContainText(/^1位<b>首位<\/b>.*3,000kg$/);
  await expect(rows(page).nth(1)).toContainText(/^1位ゴロー/);
  await expect(rows(page).nth(2)).toContainText(/^3位ハル1.*2,800kg$/);
  await expect(page.getByText('上位100人')).toBeVisible();
  await expect(page.getByText('1回のトレーニングで挙げた重さの合計')).toBeVisible();
  const mine = myPlace(page);
  await expect(mine).toContainText('119位121人中テツあと2.5kgで118位1,647.5kg');
  for (const place of ['top', 1500, 'end'] as const) {
    await scrollPage(page, place);
    await expectInSight(mine.getByText('あと2.5kgで118位'));
  }
  await expectClean(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const place of ['top', 1500, 'end'] as const) {
    await scrollPage(page, place);
    await expectInSight(mine.getByText('あと2.5kgで118位'));
  }
  await expectClean(page);
});

test('one of the best is marked in the list, and pinned as well', async ({
  page,
  embedded,
  member,
}) => {
  const board = boardOf(3, { rankingType: 'max' });
  const others = [
    { nickname: 'ハル', value: 600 },
    { nickname: 'まめ', value: 575 },
    { nickname: 'しろくま', value: 500 },
  ];
  await rankMember(embedded, member, board, others, 575);
  await openAs(page, member, '/workout-ranking/3/max');
  const own = rows(page).filter({ hasText: 'あなた' });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText(/^2位テツあなた.*57\.5kg$/);
  await expect(own).toHaveCSS('outline', /rgb\(206, 23, 30\) solid 2px/);
  await expect(rows(page).last()).toContainText(/^4位しろくま.*50\.0kg$/);
  await expect(myPlace(page)).toContainText('2位4人中テツあと2.5kgで1位57.5kg');
  await page.getByRole('link', { name: 'この種目の推移' }).click();
  await expect(page).toHaveURL('/training-history/3');
});

test('the other tab is there at a tap, and every choice keeps the others', async ({
  page,
  embedded,
  member,
}) => {
  await ensureGyms(embedded);
  await insertEntries(embedded, boardOf(4), [{ nickname: 'ハル', value: 30_000 }]);
  const max = boardOf(4, { rankingType: 'max' });
  await insertEntries(embedded, max, [{ nickname: 'まめ', value: 700 }]);
  const lastMonth = boardOf(4, { rankingType: 'max', month: thisMonth() - 1 });
  await insertEntries(embedded, lastMonth, [{ nickname: 'RYO', value: 800 }]);
  const ofGym = boardOf(4, { rankingType: 'max', month: thisMonth() - 1, gymId: 2 });
  await insertEntries(embedded, ofGym, [{ nickname: 'みなと', value: 650 }]);
  const atHand = page.waitForResponse((answer) => answer.url().includes('/workout-ranking/4/max'));
  await openAs(page, member, '/workout-ranking/4/tfo');
  await expect(rows(page)).toContainText(['ハル']);
  await (await atHand).finished();

  // From here on no answer comes: what is shown was at hand.
  const release = await holdRankings(page);
  await tab(page, '最大負荷').focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText(['まめ']);
  await expect(page).toHaveURL('/workout-ranking/4/max');
  await expect(tab(page, '最大負荷')).toHaveAttribute('aria-current', 'page');
  await expect(skeleton(page)).toHaveCount(0);

  // What is not at hand: marked at once, the old list stays meanwhile, dimmed.
  await period(page, '先月').click();
  await expect(period(page, '先月')).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('[aria-busy=true]').getByText('まめ')).toBeVisible();
  await expect(skeleton(page)).toHaveCount(0);
  release();
  await expect(rows(page)).toContainText(['RYO']);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);

  await page.getByLabel('ジム').selectOption('TANREN 横浜');
  await expect(rows(page)).toContainText(['みなと']);
  await expect(page).toHaveURL('/workout-ranking/4/max?period=last-month&gym=2');
  await tab(page, '総発揮力').click();
  await expect(page).toHaveURL('/workout-ranking/4/tfo?period=last-month&gym=2');
  await page.getByLabel('種目').selectOption('レッグカール');
  await expect(page).toHaveURL('/workout-ranking/13/tfo?period=last-month&gym=2');
  await scale(page, '伸び率').click();
  await expect(page).toHaveURL(/\/13\/tfo\?.*scale=growth/);
  await expect(page.getByLabel('ジム')).toHaveCount(0);
  await page.reload();
  await expect(scale(page, '伸び率')).toHaveAttribute('aria-current', 'page');
  await scale(page, '記録そのもの').click();
  await expect(page.getByLabel('ジム')).toHaveValue('2');

  for (const path of ['17/tfo', '4/best', 'x/max', '4/max?gym=99']) {
    await page.goto(`/workout-ranking/${path}`);
    await expect(heading(page, 'Page not found'), path).toBeVisible();
  }
});

test('its shape comes first, and a lost network is told in place', async ({
  page,
  context,
  embedded,
  member,
}) => {
  await insertEntries(embedded, boardOf(5), countDown(3, 20_000, 1000));
  const release = await holdRankings(page);
  await openAs(page, member, '/workout-ranking/5/tfo');
  await expect(skeleton(page)).toBeVisible();
  expect(await checkAccessibility(page, 'waiting')).toEqual([]);
  const listTop = (await skeleton(page).boundingBox())?.y;
  release();
  await expect(rows(page)).toHaveCount(3);
  await expect(skeleton(page)).toHaveCount(0);
  // Nothing jumps.
  expect((await page.getByRole('heading', { name: '全員の順位' }).boundingBox())?.y).toBe(listTop);

  await context.setOffline(true);
  await expect(page.getByText(/通信できないため、\d+:\d\d時点の順位/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
  await context.setOffline(false);
  await expect(page.getByText('通信できないため')).toHaveCount(0, { timeout: 30_000 });
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
});
