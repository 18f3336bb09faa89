import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  openAs,
  press,
} from '#support/members/members.ts';
import { linkByCode, test } from '#support/machines/machine.ts';
import {
  createWorker,
  linkTrainer,
  loadCard,
  openDevice,
  openMember,
  tab,
} from '#support/trainers/trainers.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

expectQuietConsole(test);

test("a trainer's load reaches the machine: no typing error is applied, a heavy load needs a press, and a change applies at once", async ({
  page,
  browser,
  embedded,
  member,
  machine,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  // The best load of the chest press is 52.5 kg.
  await insertWorkouts(embedded, member, someWorkouts);
  const tablet = await openDevice(browser, embedded.url);
  await openMember(tablet, trainer, memberId);
  await tab(tablet, '種目と重量').click();
  const card = loadCard(tablet, 'チェストプレス');
  const load = card.getByRole('spinbutton', { name: '次回の重量' });
  const choose = card.getByRole('button', { name: '指定する', exact: true });

  await openAs(page, member, '/tanren-link');
  await linkByCode(page, machine, 'チェストプレス');
  const goal = page.getByRole('region', { name: '今回の目標' });
  const { nextLoadKg } = await machine.waitFor('linked');
  await expect(goal).toContainText(`${Number(nextLoadKg)}kg`);

  await card.getByRole('button', { name: '次回の重量を指定する' }).click();
  await card.getByLabel('理由').fill('フォームを整えましょう。');
  await load.fill('375');
  await choose.click();
  await expect(card.getByText('5〜150kgの範囲で入力してください。')).toBeVisible();
  await load.fill('37.5');
  await choose.click();
  await expect(card).toContainText('次回（指定中）');
  // The machine changes its load without any action of the member.
  expect(await machine.waitFor('load')).toMatchObject({ loadKg: 37.5 });
  await expect(goal).toContainText('37.5kg');
  await expect(goal).toContainText('マシンの設定 37.5kg');

  await card.getByRole('button', { name: '指定を変更する' }).click();
  await load.fill('150');
  await choose.click();
  await expect(tablet.getByRole('alertdialog')).toContainText('150kg（最近の最大重量 52.5kg）');
  await press(tablet, 'この重量にする');
  expect(await machine.waitFor('confirm-load')).toMatchObject({ loadKg: 150, recentBestKg: 52.5 });
  expect(await machine.waitFor('load')).toMatchObject({ loadKg: 52.5 });
  await expect(goal).toContainText('マシンの画面で確認すると、この重量になります。');
  await expect(goal).toContainText('マシンの設定 52.5kg');
  machine.say('confirm');
  expect(await machine.waitFor('load')).toMatchObject({ loadKg: 150 });
  await expect(goal).toContainText('マシンの設定 150kg');

  await card.getByRole('button', { name: '指定を解除する' }).click();
  expect(await machine.waitFor('load')).toMatchObject({ loadKg: nextLoadKg });
  await expect(goal).not.toContainText('150');
  ignoreConsoleErrors('status of 409');
  await tablet.context().close();
});
