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
import {
  add,
  expectClean,
  expectRows,
  listMine,
  openNew,
  storedDrafts,
} from './support/session-editor.ts';

expectQuietConsole(test);

test('a draft survives a reload, belongs to its member, and is given up only on purpose', async ({
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
  await expectClean(page);
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await expectRows(page, ['アームカール']);

  await press(page, '破棄する');
  await expect(page.getByText('下書きを破棄しました。')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await press(page, '元に戻す');
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');

  // Leaving asks, and says that nothing is lost.
  await page.getByRole('link', { name: 'メニュー' }).click();
  const question = page.getByRole('alertdialog', { name: '保存せずに移動しますか' });
  await expect(question).toContainText('下書きはこの端末に残ります');
  await expectClean(page);
  await press(page, '編集を続ける');
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
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

test('what else stands in the storage does no harm, nor does a full one', async ({
  page,
  embedded,
  member,
}) => {
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('書きかけ');
  await expect.poll(() => storedDrafts(page)).toHaveLength(1);
  const [key = ''] = await storedDrafts(page);
  expect(key).toMatch(/^tanren:draft:[\w-]+:new$/);
  for (const text of ['', '{', '{"form":1}', '<img src=x onerror=alert(1)>', 'null']) {
    await page.evaluate(
      ([name = '', value = '']) => localStorage.setItem(name, value),
      [key, text],
    );
    await page.reload();
    await expect(heading(page, 'セッションの作成')).toBeVisible();
    await expect(page.getByLabel('タイトル')).toHaveValue('');
  }
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('タイトル').fill('残せない');
  await add(page, 'アームカール');
  await page.getByRole('link', { name: 'メニュー' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('移動すると失われます');
  await press(page, '編集を続ける');
  await press(page, '保存する');
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  expect(await listMine(embedded, member)).toMatchObject([{ title: '残せない' }]);
});

test('two taps make one session; so do two with a lost answer between', async ({
  page,
  context,
  embedded,
  member,
}) => {
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('一度だけ');
  await add(page, 'レッグカール');
  await page.getByRole('button', { name: '保存する' }).dblclick();
  await expect(toast(page, '保存しました')).toBeVisible();
  expect(await listMine(embedded, member)).toHaveLength(1);

  await page.goto('/training-sessions/new');
  await page.getByLabel('タイトル').fill('圏外');
  await add(page, 'レッグカール');
  await context.setOffline(true);
  await press(page, '保存する');
  await expect(
    page.getByText('ネットワークに接続できないため、保存できませんでした。'),
  ).toBeVisible();
  await expectClean(page);
  await expect(page.getByLabel('タイトル')).toHaveValue('圏外');
  await context.setOffline(false);
  await press(page, '保存する');
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  expect(await listMine(embedded, member)).toHaveLength(2);

  // The session is made, but nobody hears of it; what is changed before the next tap counts too.
  await page.goto('/training-sessions/new');
  await page.getByLabel('タイトル').fill('返事なし');
  await add(page, 'レッグカール');
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
  await press(page, '保存する');
  await expect(toast(page, '返事なし 改')).toBeVisible();
  const mine = await listMine(embedded, member);
  expect(mine.map(({ title }) => title)).toEqual(['返事なし 改', '圏外', '一度だけ']);
  forgiveComplaints('net::ERR_');
  forgiveComplaints('Network');
});
