import { createWorker } from './support/trainer-link.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  heading,
  press,
} from './support/identity-steps.ts';
import { startMachine } from './support/machine.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';

test.use({ viewport: { width: 820, height: 1180 } });
expectQuietConsole(test);

test('nobody loses a secret that was shown once by a slip of the finger', async ({
  page,
  embedded,
}) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
  const machine = await startMachine(embedded);
  await openAs(page, staff, `/staff/machines/${machine.id}`);
  await press(page, 'シークレットを再発行');
  await press(page, '再発行する');
  const line = page.getByLabel('マシンに入力する内容');
  await expect(line).toContainText('--secret');
  const shown = (await line.textContent()) ?? '';

  const places = page.getByRole('navigation', { name: 'スタッフメニュー' });
  await places.getByRole('link', { name: '会員検索' }).click();
  const warning = page.getByRole('alertdialog');
  await expect(warning).toContainText('二度と表示できません');
  await expectClean(page);
  await press(page, 'この画面に残る');
  await expect(warning).toBeHidden();
  await expect(line).toHaveText(shown);

  await places.getByRole('link', { name: '会員検索' }).click();
  await press(page, '入力したので移動する');
  await expect(heading(page, '会員検索')).toBeVisible();
  await page.goBack();
  await expect(heading(page, `マシン ${machine.id}`)).toBeVisible();
  await expect(line).toHaveCount(0);
  await machine.stop();
});

test('going back from the list does not open the editor that was just saved', async ({
  page,
  embedded,
}) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
  await openAs(page, staff, '/staff');
  const places = page.getByRole('navigation', { name: 'スタッフメニュー' });
  await places.getByRole('link', { name: 'お知らせ' }).click();
  await expect(heading(page, 'お知らせの管理')).toBeVisible();
  await page.getByRole('link', { name: 'お知らせを書く' }).click();
  await page.getByLabel('本文').fill('【下書き】戻るボタン');
  await page.getByText('下書きにする').click();
  await press(page, '下書きを保存する');
  await expect(heading(page, 'お知らせの管理')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(heading(page, 'スタッフ')).toBeVisible();
});
