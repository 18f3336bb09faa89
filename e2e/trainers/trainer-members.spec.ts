import { callApi, expect, expectQuietConsole, heading, test } from '#support/members/members.ts';
import {
  createWorker,
  linkTrainer,
  loadCard,
  openMember,
  tab,
} from '#support/trainers/trainers.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

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
