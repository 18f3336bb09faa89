import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember } from './support/member-steps.ts';
import { add, expectRows, row, storedDrafts } from './support/session-editor.ts';
import { createWorker, linkTrainer, makeSessionFor } from './support/trainer-link.ts';
import { openTrainer, tab } from './support/trainer-pages.ts';
import { contentOf, itemOf } from './support/training-sessions.ts';
import { insertWorkouts, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test("おすすめ is the member's own load, and a draft stays with its member", async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  const another = await createReadyMember(embedded);
  const otherId = await linkTrainer(embedded, another, trainer, []);
  await openTrainer(page, trainer, `/trainer/members/${memberId}/training-sessions/new`);
  await page.getByLabel('タイトル').fill('胸の日');
  await add(page, 'チェストプレス');
  await row(page, 'チェストプレス').click();
  await expect(page.getByText('テツさんの次回の目安の重さになります')).toBeVisible();
  await expect(page.getByText(/次回の目安 55kg・前回 52\.5kg×12回・最大 52\.5kg/)).toBeVisible();
  await page.getByRole('radio', { name: '重さを指定' }).check();
  await expect(page.getByRole('spinbutton', { name: '重さ' })).toHaveValue('55');
  await expectClean(page);

  await page.goto(`/trainer/members/${otherId}/training-sessions/new`);
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await add(page, 'チェストプレス');
  await row(page, 'チェストプレス').click();
  // This one shares no records.
  await expect(page.getByText(/次回の目安 \d/)).toHaveCount(0);
  await page.goto('/training-sessions/new');
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await page.goto(`/trainer/members/${memberId}/training-sessions/new`);
  await expect(page.getByText('下書きを復元しました')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toHaveValue('胸の日');
  await press(page, '保存する');
  await expect(page).toHaveURL(`/trainer/members/${memberId}?view=sessions`);
  await expect(page.getByRole('link', { name: '胸の日' })).toBeVisible();
  await expect
    .poll(() => storedDrafts(page))
    .toEqual([expect.stringContaining(`:link:${otherId}:new`)]);
  const { json } = await callApi(embedded, member, 'GET', '/trainer-training-sessions');
  expect(json['items']).toMatchObject([{ title: '胸の日', visibility: 'private' }]);
  const own = await callApi(embedded, trainer, 'GET', '/my/training-sessions');
  expect(own.json['items']).toEqual([]);
});

test('a change elsewhere is shown beside, and a deleted one can be saved anew', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  const items = [itemOf(1), itemOf(4)];
  const id = await makeSessionFor(embedded, trainer, memberId, { title: '胸の日', items });
  await openTrainer(page, trainer, `/trainer/members/${memberId}?view=sessions`);
  await page.getByRole('link', { name: '胸の日' }).click();
  await expect(heading(page, 'セッションの編集')).toBeVisible();
  await expectRows(page, ['チェストプレス', 'ラットプルダウン']);
  await page.getByRole('button', { name: /^1\. / }).click();
  await press(page, '下へ');
  await expectRows(page, ['ラットプルダウン', 'チェストプレス']);
  const path = `/trainer/members/${memberId}/training-sessions/${id}`;
  const changed = { ...contentOf({ title: '別の日', items, visibility: 'private' }), version: 1 };
  expect((await callApi(embedded, trainer, 'PUT', path, changed)).status).toBe(200);
  await press(page, '保存する');
  await expect(
    page.getByRole('heading', { name: 'ほかの端末で内容が変更されています' }),
  ).toBeVisible();
  await expectClean(page);
  await press(page, '自分の内容で上書きする');
  await expect(page.getByRole('link', { name: '胸の日' })).toBeVisible();

  await page.getByRole('link', { name: '胸の日' }).click();
  await page.getByLabel('タイトル').fill('胸と背中の日');
  expect((await callApi(embedded, trainer, 'DELETE', path)).status).toBe(204);
  await press(page, '保存する');
  await expect(
    page.getByRole('heading', { name: 'このセッションは削除されています' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'テツさんのセッションへ' })).toBeVisible();
  await press(page, '新しいセッションとして保存');
  await expect(page.getByRole('link', { name: '胸と背中の日' })).toBeVisible();
  await page.goto(path);
  await expect(heading(page, 'Page not found')).toBeVisible();
  forgiveComplaints('409');
});

test('what is deleted is gone for the member too', async ({ page, embedded, member }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await makeSessionFor(embedded, trainer, memberId, { title: '脚の日' });
  await openTrainer(page, trainer, `/trainer/members/${memberId}`);
  await tab(page, 'セッション').click();
  await expect(page.getByRole('link', { name: '脚の日' })).toBeVisible();
  await expectClean(page);
  await press(page, '「脚の日」を削除する');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '削除しない' }).click();
  await press(page, '「脚の日」を削除する');
  await dialog.getByRole('button', { name: '削除する', exact: true }).click();
  await expect(toast(page, '「脚の日」を削除しました')).toBeVisible();
  await expect(page.getByText('セッションはまだありません')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/trainer-training-sessions');
  expect(json['items']).toEqual([]);
});
