import type { Locator, Page } from '@playwright/test';
import type { EmbeddedServer } from './support/embedded-server.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { startMachine } from './support/machine.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import {
  boardOf,
  countDown,
  type Entry,
  ensureGyms,
  insertEntries,
  nameMember,
  rankAnew,
  thisMonth,
} from './support/rankings.ts';
import { hoursAgo, insertWorkouts, readSub } from './support/workouts.ts';

test.describe.configure({ timeout: 90_000 });
expectQuietConsole(test);

// Every test ranks in a type of its own: they share a server.
const rows = (page: Page) => page.getByRole('list', { name: '順位表' }).getByRole('listitem');
const myPlace = (page: Page) => page.getByRole('region', { name: 'あなたの順位' });
const skeleton = (page: Page) => page.locator('[data-skeleton]');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '記録の種類' }).getByRole('link', { name });
const scale = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '比べ方' }).getByRole('link', { name });
const period = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '期間' }).getByRole('link', { name });
const hide = (page: Page) => page.getByRole('switch', { name: 'ランキングに掲載しない' });

async function rankMember(
  embedded: EmbeddedServer,
  member: Parameters<typeof readSub>[1],
  board: number,
  others: readonly Entry[],
  value: number,
): Promise<void> {
  const sub = await readSub(embedded, member);
  await insertEntries(embedded, board, [...others, { nickname: 'テツ', sub, value }]);
}

/** No answer comes until the returned function is called. */
async function holdRankings(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/workout-ranking/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function expectInSight(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  // Nor below anything else.
  const top = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(top).toBe(true);
}

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
  for (const distance of [0, 1500, 20_000]) {
    await page.mouse.wheel(0, distance);
    await expectInSight(mine.getByText('あと2.5kgで118位'));
  }
  await expectClean(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const distance of [-20_000, 1500, 20_000]) {
    await page.mouse.wheel(0, distance);
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
  const lastMonth = boardOf(4, { rankingType: 'max', month: thisMonth - 1 });
  await insertEntries(embedded, lastMonth, [{ nickname: 'RYO', value: 800 }]);
  const ofGym = boardOf(4, { rankingType: 'max', month: thisMonth - 1, gymId: 2 });
  await insertEntries(embedded, ofGym, [{ nickname: 'みなと', value: 650 }]);
  await openAs(page, member, '/workout-ranking/4/tfo');
  await expect(rows(page)).toContainText(['ハル']);
  await page.waitForLoadState('networkidle');

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
  await expectClean(page);
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

test('whoever hides is gone at once, for others too, and comes back at a tap', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await nameMember(embedded, other, { nickname: 'ゴロー' });
  const lift = (loadKg: number) => [
    { workoutTypeId: 6, startedAt: hoursAgo(0.1), sets: [{ loadKg, reps: 10 }] },
  ];
  await insertWorkouts(embedded, member, lift(20));
  await insertWorkouts(embedded, other, lift(30));
  await rankAnew(embedded, member);
  await rankAnew(embedded, other);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const theirs = await context.newPage();
  await openAs(theirs, other, '/workout-ranking/6/max');
  await openAs(page, member, '/workout-ranking/6/max');
  await expect(rows(theirs)).toContainText(['ゴロー', 'テツ']);
  await expect(myPlace(page)).toContainText('2位2人中テツあと10kgで1位');
  await expect(hide(page)).not.toBeChecked();

  await hide(page).focus();
  await page.keyboard.press('Space');
  await expect(hide(page)).toBeChecked();
  await expect(hide(page)).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await expect(myPlace(page)).toContainText('ランキングに掲載しない設定です');
  await expectClean(page);
  // Without a reload, when it asks again.
  await expect(rows(theirs)).toHaveCount(1, { timeout: 30_000 });
  await expect(myPlace(theirs)).toContainText('1位1人中ゴローいまは、あなただけの記録です');

  await press(page, '掲載する');
  await expect(myPlace(page)).toContainText('2位2人中');
  await expect(hide(page)).not.toBeChecked();
  await context.close();
});

test('a personal best that comes in while the page is open appears', async ({
  page,
  embedded,
  member,
}) => {
  const machine = await startMachine(embedded, 7);
  await insertEntries(embedded, boardOf(7, { rankingType: 'max' }), [
    { nickname: 'ハル', value: 600 },
    { nickname: 'まめ', value: 200 },
  ]);
  const { status } = await callApi(embedded, member, 'POST', '/tanren-connection', {
    code: await machine.code(),
  });
  expect(status).toBeLessThan(300);
  await machine.waitFor('linked');
  await openAs(page, member, '/workout-ranking/7/max');
  await expect(myPlace(page)).toContainText('あなたの今月の記録はまだありません');
  await expect(myPlace(page).getByRole('link', { name: 'マシンと接続する' })).toBeVisible();
  await expectClean(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  machine.say('load 30');
  await machine.lift(3);
  machine.say('finish');
  await expect(myPlace(page)).toContainText('2位3人中テツあと30kgで1位30.0kg', { timeout: 30_000 });
  await expect(rows(page).nth(1)).toContainText('2位テツあなた');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await machine.stop();
});

test('the fair scales say what they compare, and what is missing', async ({
  page,
  embedded,
  member,
}) => {
  await insertEntries(embedded, boardOf(8, { scale: 'growth' }), [
    { nickname: 'ハル', value: 125 },
  ]);
  const sub = await readSub(embedded, member);
  await insertEntries(embedded, boardOf(8, { scale: 'per-weight' }), [
    { nickname: 'ハル', value: 250 },
    { nickname: 'テツ', sub, value: 120 },
  ]);
  await openAs(page, member, '/workout-ranking/8/tfo');
  await expect(page.getByText('今月はまだだれの記録もありません')).toBeVisible();
  await expectClean(page);

  await scale(page, '伸び率').click();
  await expect(rows(page)).toContainText([/ハル.*\+12\.5%$/]);
  await expect(page.getByText('自分の最初の30日間の最高記録から何%伸びたか')).toBeVisible();
  await expect(myPlace(page)).toContainText('最初の30日間が過ぎてから');
  await expectClean(page);

  await scale(page, '体重あたり').click();
  await expect(rows(page)).toContainText([/^1位名前は非公開2\.50倍$/, /^2位テツあなた.*1\.20倍$/]);
  await expect(page.getByText('ほかの方の名前と日付は表示しません')).toBeVisible();
  await expect(myPlace(page)).toContainText('あと体重の1.30倍で1位');
  await expectClean(page);

  await scale(page, '同世代・同性').click();
  const edit = page.getByRole('link', { name: 'プロフィールを編集する' });
  await expect(edit).toHaveAttribute('href', '/settings/userinfo');
  await expectClean(page);
  await nameMember(embedded, member, { birthDate: '1994-05-05', sex: 'female' });
  await page.reload();
  await expect(page.getByText('1990年代生まれの女性の記録が、まだ20人分に')).toBeVisible();
  await expectClean(page);
  const band = boardOf(8, { scale: 'band', band: 9 * 4 + 2 });
  await insertEntries(embedded, band, countDown(20, 20_000, 100));
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('1990年代生まれの女性だけで比べます')).toBeVisible();

  await scale(page, '記録そのもの').click();
  await period(page, '先月').click();
  await page.getByRole('link', { name: '今月のランキングを見る' }).click();
  await expect(page).toHaveURL('/workout-ranking/8/tfo');
});

test('the home page and the menu lead to it', async ({ page, member }) => {
  await openAs(page, member, '/');
  await page.getByRole('link', { name: '今月のランキング' }).click();
  await expect(page).toHaveURL('/workout-ranking/1/tfo');
  await expect(heading(page, 'ランキング')).toBeVisible();
});
