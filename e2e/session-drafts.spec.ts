import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  signOut,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { createReadyMember } from './support/member-steps.ts';
import { add, expectRows, listMine, openNew, storedDrafts } from './support/session-editor.ts';

expectQuietConsole(test);

test('a draft survives reload and sign-out, and belongs to its member', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('書きかけ');
  await add(page, 'アームカール');
  await page.reload();
  await expect(page.getByText('下書きを復元しました。')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await expectRows(page, ['アームカール']);
  await page.getByRole('link', { name: 'メニュー' }).click();
  await press(page, '保存せずに移動する');
  await expect(heading(page, '設定')).toBeVisible();

  await signOut(page);
  await openNew(page, other);
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await expect(page.getByText('下書きを復元しました。')).toHaveCount(0);
  await page.getByRole('link', { name: 'メニュー' }).click();
  await signOut(page);
  await openNew(page, member);
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  await page.goto('/training-sessions/new');
  await expect(page.getByLabel('タイトル')).toHaveValue('');
});

test('of two tries with a lost answer between comes one session, with what was changed', async ({
  page,
  embedded,
  member,
}) => {
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('返事なし');
  await add(page, 'レッグカール');
  // The session is made, but nobody hears of it.
  await page.route('**/api/my/training-sessions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, '保存する');
  await expect(
    page.getByText('ネットワークに接続できないため、保存できませんでした。'),
  ).toBeVisible();
  await page.unroute('**/api/my/training-sessions');
  await page.reload();
  await page.getByLabel('タイトル').fill('返事なし 改');
  await page.getByRole('button', { name: '保存する' }).dblclick();
  await expect(toast(page, '返事なし 改')).toBeVisible();
  expect(await listMine(embedded, member)).toMatchObject([{ title: '返事なし 改' }]);
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  forgiveComplaints('net::ERR_');
  forgiveComplaints('Network');
});
