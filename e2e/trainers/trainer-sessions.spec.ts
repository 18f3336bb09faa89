import {
  callApi,
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  press,
  test,
  toast,
} from '#support/members.ts';
import { createWorker, linkTrainer, makeSessionFor, openTrainer } from '#support/trainers.ts';
import { contentOf, itemOf } from '#support/training-sessions.ts';

expectQuietConsole(test);

test('a session is edited against a change elsewhere, saved anew once deleted, and deleted', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  const items = [itemOf(1), itemOf(4)];
  const id = await makeSessionFor(embedded, trainer, memberId, { title: '胸の日', items });
  const listForMember = async () => {
    const { json } = await callApi(embedded, member, 'GET', '/trainer-training-sessions');
    return json['items'];
  };
  await openTrainer(page, trainer, `/trainer/members/${memberId}?view=sessions`);
  await page.getByRole('link', { name: '胸の日' }).click();
  await expect(heading(page, 'メニューの編集')).toBeVisible();
  await page.getByRole('button', { name: /^1\. / }).click();
  await press(page, '下へ');
  const path = `/trainer/members/${memberId}/training-sessions/${id}`;
  const changed = { ...contentOf({ title: '別の日', items, visibility: 'private' }), version: 1 };
  expect((await callApi(embedded, trainer, 'PUT', path, changed)).status).toBe(200);
  await press(page, '保存する');
  await expect(
    page.getByRole('heading', { name: 'ほかの端末で内容が変更されています' }),
  ).toBeVisible();
  await press(page, '自分の内容で上書きする');
  await expect(page.getByRole('link', { name: '胸の日' })).toBeVisible();
  expect(await listForMember()).toMatchObject([
    { title: '胸の日', visibility: 'private', workoutTypeIds: [4, 1] },
  ]);

  await page.getByRole('link', { name: '胸の日' }).click();
  await page.getByLabel('タイトル').fill('胸と背中の日');
  expect((await callApi(embedded, trainer, 'DELETE', path)).status).toBe(204);
  await press(page, '保存する');
  await expect(page.getByRole('heading', { name: 'このメニューは削除されています' })).toBeVisible();
  await press(page, '新しいメニューとして保存');
  await expect(page.getByRole('link', { name: '胸と背中の日' })).toBeVisible();

  await press(page, '「胸と背中の日」を削除する');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '削除する', exact: true }).click();
  await expect(toast(page, '「胸と背中の日」を削除しました')).toBeVisible();
  expect(await listForMember()).toEqual([]);
  const own = await callApi(embedded, trainer, 'GET', '/my/training-sessions');
  expect(own.json['items']).toEqual([]);
  ignoreConsoleErrors('409');
});
