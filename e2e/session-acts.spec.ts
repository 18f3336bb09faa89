import { runSql } from './support/database.ts';
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
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import { newWord, titles } from './support/session-pages.ts';
import { changeSession, itemOf, makeSession, makeSessions } from './support/training-sessions.ts';

expectQuietConsole(test);

test('a copy is made once, whatever happens, and is private', async ({
  page,
  embedded,
  member,
}) => {
  const haru = await createReadyMember(embedded);
  const content = {
    title: newWord(),
    description: '説明',
    tags: ['胸'],
    items: [itemOf(1, { loadKg: 40 })],
  };
  const id = await makeSession(embedded, haru, content);
  await openAs(page, member, `/training-sessions/${id}`);
  const copy = page.getByRole('button', { name: 'コピーして自分用にする' });
  // The server makes it, but its answer is lost.
  await page.route(
    '**/api/my/training-sessions',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await copy.click();
  await expect(toast(page, 'ネットワークエラー')).toBeVisible();
  await copy.dblclick();
  await expect(toast(page, 'マイセッションにコピーしました')).toBeVisible();
  await expect(page).not.toHaveURL(`/training-sessions/${id}`);
  await expect(heading(page, content.title)).toBeVisible();
  await expect(page.getByText('非公開', { exact: true })).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/my/training-sessions');
  expect(json['items']).toEqual([
    expect.objectContaining({ title: content.title, tags: ['胸'], visibility: 'private' }),
  ]);
  forgiveComplaints('net::ERR_FAILED');
  forgiveComplaints('NetworkError');
});

test('sharing: by the phone, by the link, and only what others can open', async ({
  page,
  context,
  embedded,
  member,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const title = newWord();
  const id = await makeSession(embedded, member, { title });
  const link = `${embedded.url}/training-sessions/${id}`;
  const readShared = () => page.evaluate(() => (window as unknown as { shared: unknown }).shared);
  await openAs(page, member, `/training-sessions/${id}`);
  await expect(heading(page, title)).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: (data: unknown) => {
        Object.assign(window, { shared: data });
        return Promise.reject(new DOMException('dismissed', 'AbortError'));
      },
    });
  });
  await press(page, '共有する');
  expect(await readShared()).toEqual({ title, url: link });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await page.evaluate(() => {
    // Of the prototype in browsers that have one.
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await press(page, '共有する');
  await expect(toast(page, 'リンクをコピーしました')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await changeSession(embedded, member, id, { visibility: 'private' });
  await page.reload();
  await expect(page.getByText('公開すると共有できます')).toBeVisible();
  await expectClean(page);
});

test('deleting asks first, and takes it out of every list', async ({ page, embedded, member }) => {
  await makeSessions(embedded, member, [{ title: '残る日' }, { title: '消える日' }]);
  await openAs(page, member, '/my-training-sessions');
  await titles(page).first().getByRole('link').click();
  await expect(heading(page, '消える日')).toBeVisible();
  await press(page, '削除する');
  const dialog = page.getByRole('alertdialog', { name: 'このセッションを削除しますか' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: '削除しない' })).toBeFocused();
  await expectClean(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, '削除する');
  await dialog.getByRole('button', { name: '削除する' }).dblclick();
  await expect(toast(page, 'セッションを削除しました')).toBeVisible();
  await expect(page).toHaveURL('/my-training-sessions');
  await expect(titles(page)).toHaveText(['残る日']);
  await page.goBack();
  await expect(heading(page, 'マイセッション')).toBeVisible();
});

test('a bad session is reported to staff, once for each member', async ({
  page,
  embedded,
  member,
}) => {
  const haru = await createReadyMember(embedded);
  const id = await makeSession(embedded, haru, { title: newWord() });
  await openAs(page, member, `/training-sessions/${id}`);
  for (const reason of ['危険な内容', '宣伝・迷惑行為']) {
    await press(page, '報告する');
    const dialog = page.getByRole('dialog', { name: 'このセッションを報告する' });
    await dialog.getByRole('button', { name: '送信する' }).click();
    await expect(dialog.getByText('報告の理由を選んでください')).toBeVisible();
    await expectClean(page);
    await dialog.getByText(reason).click();
    await dialog.getByLabel('くわしい内容').fill('<b>重すぎます</b>');
    await dialog.getByRole('button', { name: '送信する' }).dblclick();
    await expect(page.getByText('スタッフが内容を確認し')).toBeVisible();
    await expectClean(page);
    await press(page, '閉じる');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const rows = await runSql(
    embedded.dataDir,
    'select reason, comment from training_session_reports where training_session_id = $1',
    [id],
  );
  expect(rows).toEqual([{ reason: 'spam', comment: '<b>重すぎます</b>' }]);
});
