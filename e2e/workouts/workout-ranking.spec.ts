import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  openAs,
  press,
  test,
} from '#support/members/members.ts';
import { startMachine } from '#support/machines/machine.ts';
import {
  absence,
  boardOf,
  insertEntries,
  listedSwitch,
  nameMember,
  ownRow,
  rebuildRanking,
  rows,
} from '#support/workouts/rankings.ts';
import { hoursAgo, insertWorkouts } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

// Each test uses its own workout type, because they share a server.

/** Interval at which an open ranking page fetches again. */
const refreshInterval = 15_000;

test('hides the member at once, also for others, and shows them again by a tap', async ({
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
  await rebuildRanking(embedded, member);
  await rebuildRanking(embedded, other);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const theirs = await context.newPage();
  await theirs.clock.install();
  await openAs(theirs, other, '/workout-ranking/9/max');
  await openAs(page, member, '/workout-ranking/9/max');
  await expect(rows(theirs)).toContainText(['ゴロー', 'テツ']);
  await expect(ownRow(page)).toContainText('2位テツあなた1位まであと10kg');

  await listedSwitch(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(absence(page)).toContainText('ランキングに掲載しない設定です');
  // The other page updates at its next call, without a reload.
  await theirs.clock.fastForward(refreshInterval);
  await expect(rows(theirs)).toHaveCount(1);
  await expect(ownRow(theirs)).toContainText('1位ゴローあなた今は、あなただけの記録です');

  await press(page, '掲載する');
  await expect(ownRow(page)).toContainText('2位テツ');
  await context.close();
});

test('shows a personal best that arrives while the page is open', async ({
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
  await page.clock.install();
  await openAs(page, member, '/workout-ranking/7/max?period=this-month');
  await expect(absence(page)).toContainText('あなたの今月の記録はまだありません');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  machine.say('load 30');
  await machine.lift(3);
  machine.say('finish');
  const ranked = async () => {
    const { json } = await callApi(
      embedded,
      member,
      'GET',
      '/workout-ranking/7/max?period=this-month',
    );
    return json['me'];
  };
  await expect.poll(ranked).toMatchObject({ rank: 2, value: 30 });
  await page.clock.fastForward(refreshInterval);
  await expect(ownRow(page)).toContainText('2位テツあなた1位まであと30kg30.0kg');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await machine.stop();
});
