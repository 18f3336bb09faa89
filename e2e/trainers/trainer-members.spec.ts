import { callApi, expect, expectQuietConsole, heading, openAs, test } from '#support/members.ts';
import {
  createWorker,
  linkTrainer,
  loadCard,
  notShared,
  openDevice,
  openMember,
  tab,
} from '#support/trainers.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts.ts';

expectQuietConsole(test);

test('a trainer sees the records, and a chosen load reaches the member until it is taken back', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  await openMember(page, trainer, memberId);
  await expect(page.getByRole('region', { name: 'プロフィール' })).toContainText('170.5cm');
  await expect(page.getByRole('region', { name: '今週のトレーニング' })).toContainText('1日');
  await tab(page, '種目と重量').click();
  await page.getByRole('link', { name: 'チェストプレスの推移' }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await page.getByRole('link', { name: '全期間' }).click();
  await expect(page.getByRole('region', { name: '自己ベスト' })).toContainText('52.5');
  await page.getByRole('link', { name: 'すべての記録（3件）' }).click();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(3);

  await tab(page, '種目と重量').click();
  const card = loadCard(page, 'チェストプレス');
  await card.getByRole('button', { name: '次回の重量を指定する' }).click();
  await card.getByRole('spinbutton', { name: '次回の重量' }).fill('47.5');
  await card.getByLabel('理由').fill('フォームを整えましょう。');
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expect(card).toContainText('次回（指定中）');
  const readLoads = async () => {
    const { json } = await callApi(embedded, member, 'GET', '/workout-loads');
    return Object.values(json);
  };
  expect(await readLoads()).toContainEqual(
    expect.objectContaining({
      workoutTypeId: 1,
      nextLoad: 47.5,
      nextLoadReason: 'trainer',
      nextLoadNote: { text: 'フォームを整えましょう。', nickname: 'コウジ' },
    }),
  );
  await card.getByRole('button', { name: '指定を解除する' }).click();
  await expect(card).not.toContainText('指定中');
  expect(JSON.stringify(await readLoads())).not.toContain('trainer');
});

test('what the member takes back is not there at the next click', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  const tablet = await openDevice(browser, embedded.url);
  await openMember(tablet, trainer, memberId);
  await tab(tablet, '履歴').click();
  await expect(tablet.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(4);
  await tab(tablet, '種目と重量').click();
  await expect(loadCard(tablet, 'チェストプレス')).toBeVisible();

  await openAs(page, member, '/my-trainer');
  // Two at once: neither undoes the other.
  await page.getByRole('switch', { name: 'トレーニング履歴' }).click();
  await page.getByRole('switch', { name: 'トレーニング状況' }).click();
  await expect
    .poll(async () => {
      const { json } = await callApi(embedded, member, 'GET', '/trainer-connection-code');
      return json['scopes'];
    })
    .toEqual(['profile']);
  // The very view that was seen a moment ago.
  await tab(tablet, '履歴').click();
  await expect(notShared(tablet)).toBeVisible();
  await expect(tablet.getByRole('main')).not.toContainText('チェストプレス');
  await tab(tablet, '概要').click();
  await expect(tablet.getByRole('region', { name: 'トレーニング状況' })).toContainText(
    'この情報は共有されていません。',
  );
  await expect(tablet.getByRole('region', { name: 'プロフィール' })).toContainText('170.5cm');
  const { status } = await callApi(
    embedded,
    trainer,
    'GET',
    `/trainer/members/${memberId}/workouts`,
  );
  expect(status).toBe(403);
  await tablet.context().close();
});
