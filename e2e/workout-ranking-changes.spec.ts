import {
  expect,
  expectClean,
  expectQuietConsole,
  heading,
  press,
} from './support/identity-steps.ts';
import { startMachine } from './support/machine.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import { hide, myPlace, period, rows, scale } from './support/ranking-page.ts';
import { boardOf, countDown, insertEntries, nameMember, rankAnew } from './support/rankings.ts';
import { hoursAgo, insertWorkouts, readSub } from './support/workouts.ts';

expectQuietConsole(test);

// Every test ranks in a type of its own: they share a server.

test('whoever hides is gone at once, for others too, and comes back at a tap', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await nameMember(embedded, other, { nickname: 'ゴロー' });
  const lift = (loadKg: number) => [
    { workoutTypeId: 9, startedAt: hoursAgo(0.01), sets: [{ loadKg, reps: 10 }] },
  ];
  await insertWorkouts(embedded, member, lift(20));
  await insertWorkouts(embedded, other, lift(30));
  await rankAnew(embedded, member);
  await rankAnew(embedded, other);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const theirs = await context.newPage();
  await openAs(theirs, other, '/workout-ranking/9/max');
  await openAs(page, member, '/workout-ranking/9/max');
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
  const sub = await readSub(member);
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
