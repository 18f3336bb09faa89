import { everyDay, makeGym } from '#support/gyms/gyms.ts';
import { itemOf, makeMenu } from '#support/menus/menus.ts';
import { linkByCode, open, startMachine, test } from '#support/machines/machine.ts';
import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
} from '#support/members/members.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { createWorker, openDevice } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

const calfRaise = 16;

test('after a workout the strength is a range with a chance, and the plan avoids a machine that staff inspect', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const machine = await startMachine(embedded, calfRaise);
  const gym = await makeGym(embedded, { weekly: everyDay(0, 1440) });
  const place = [gym.id, machine.id];
  await runSql(embedded.dataDir, 'update machines set gym_id = $1 where id = $2', place);
  const items = [itemOf(calfRaise)];
  const trainingSessionId = await makeMenu(embedded, member, { title: 'ふくらはぎの日', items });
  await open(page, member);
  await linkByCode(page, machine, 'カーフレイズ');
  machine.say('load 40');
  // Fewer reps at the same load show where the limit is.
  for (const reps of [10, 6, 4]) {
    await machine.lift(reps);
    machine.say('end-set');
  }
  machine.say('finish');
  await expect(page.getByText('自己ベスト').or(page.getByText('記録を保存しました'))).toBeVisible();
  await page.getByRole('link', { name: '記録を見る' }).click();
  const next = page.getByRole('region', { name: '次回の重量' });
  await expect(next).toContainText(/10回できる見込み：(およそ\d+%|95%以上|5%未満)/);
  await page.getByRole('link', { name: 'これまでの推移' }).click();
  await expect(heading(page, 'カーフレイズ')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/今の推定1RM\d+〜\d+kg/);
  const chart = page.getByRole('slider', { name: '推定1RMのグラフ' });
  await expect(chart).toHaveAttribute('aria-valuetext', /\d+〜\d+kg$/);

  // The machine is free again, and the menu is the one in progress.
  await callApi(embedded, member, 'DELETE', '/tanren-connection');
  await callApi(embedded, member, 'POST', '/my/training-session-run', { trainingSessionId });
  await page.goto('/');
  const row = page.getByRole('list', { name: 'マシン' }).getByRole('listitem').first();
  await expect(row).toContainText(/^カーフレイズ.*1台空き/);
  const staff = await createWorker(embedded, 'staff', '点検担当');
  const tablet = await openDevice(browser, embedded.url);
  await openAs(tablet, staff, `/staff/machines/${machine.id}`);
  await press(tablet, '点検中にする');
  await tablet.getByLabel('メモ（任意）').fill('ワイヤーを確認');
  await tablet.getByRole('dialog').getByRole('button', { name: '点検中にする' }).click();
  await expect(tablet.getByText('ワイヤーを確認')).toBeVisible();
  await page.reload();
  await expect(row).toContainText(/^カーフレイズ.*点検中/);

  await press(tablet, '点検を終える');
  await tablet.getByRole('alertdialog').getByRole('button', { name: '点検を終える' }).click();
  await expect(tablet.getByText('ワイヤーを確認')).toHaveCount(0);
  await page.reload();
  await expect(row).toContainText(/^カーフレイズ.*1台空き/);
  await tablet.context().close();
  await machine.stop();
});
