import { runSql } from '#support/server/embedded-server.ts';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { itemOf, makeMenu, newWord } from '#support/menus/menus.ts';

expectQuietConsole(test);

test("shares, reports and copies another member's menu once, and deletes the copy", async ({
  page,
  context,
  embedded,
  member,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const haru = await createReadyMember(embedded);
  const title = newWord();
  const items = [itemOf(1, { loadKg: 40 })];
  const id = await makeMenu(embedded, haru, { title, tags: ['胸'], items });
  await openAs(page, member, `/training-sessions/${id}`);
  await expect(heading(page, title)).toBeVisible();
  await page.evaluate(() => {
    // Browsers with this function have it on the prototype.
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await press(page, '共有する');
  await expect(toast(page, 'リンクをコピーしました')).toBeVisible();
  const link = `${embedded.url}/training-sessions/${id}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await press(page, '問題を報告する');
  const dialog = page.getByRole('dialog', { name: 'このメニューを報告する' });
  await dialog.getByText('危険な内容').click();
  await dialog.getByLabel('くわしい内容').fill('<b>重すぎます</b>');
  await dialog.getByRole('button', { name: '送信する' }).click();
  await press(page, '閉じる');
  const reports = await runSql(
    embedded.dataDir,
    'select reason, comment from training_session_reports where training_session_id = $1',
    [id],
  );
  expect(reports).toEqual([{ reason: 'dangerous', comment: '<b>重すぎます</b>' }]);

  const copy = page.getByRole('button', { name: 'マイメニューに追加' });
  // The server creates the menu, but its answer is lost.
  await page.route(
    '**/api/my/training-sessions',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await copy.dblclick();
  // The device stores the menu and sends it again by itself. The server recognises its key.
  await expect(page).toHaveURL('/my-training-sessions');
  const listMine = async () =>
    (await callApi(embedded, member, 'GET', '/my/training-sessions')).json['items'];
  const copied = page.getByRole('link', { name: title, exact: true });
  await expect(copied).toHaveAttribute('href', /^\/training-sessions\/\d+$/);
  expect(await listMine()).toEqual([
    expect.objectContaining({ title, tags: ['胸'], visibility: 'private' }),
  ]);
  await copied.click();
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText('非公開', { exact: true })).toBeVisible();

  await press(page, '削除する');
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(page).toHaveURL('/my-training-sessions');
  await expect(page.getByText('いつものメニューを登録すると')).toBeVisible();
  expect(await listMine()).toEqual([]);
  ignoreConsoleErrors('net::ERR_FAILED');
  ignoreConsoleErrors('NetworkError');
});
