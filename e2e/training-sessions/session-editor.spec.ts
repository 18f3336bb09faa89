import {
  createReadyMember,
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  press,
  signOut,
  test,
  toast,
} from '#support/members.ts';
import {
  add,
  centre,
  expectRows,
  expectAnnounced,
  handle,
  listMine,
  makeSample,
  openEdit,
  openNew,
  openSecondDevice,
  readMine,
  row,
  sample,
  scrollToRow,
  storedDrafts,
} from '#support/session-editor.ts';
import { itemOf } from '#support/training-sessions.ts';

expectQuietConsole(test);

test.describe('with a finger', () => {
  test.use({ hasTouch: true });
  test('a row is dragged by its handle, and stays there', async ({
    page,
    context,
    embedded,
    member,
  }) => {
    const id = await makeSample(embedded, member);
    await openEdit(page, member, id);
    await scrollToRow(page, 'ペクトラルフライ');
    const [from, to] = [
      await centre(handle(page, 'チェストプレス')),
      await centre(handle(page, 'ラットプルダウン')),
    ];
    const scrolled = await page.evaluate(() => scrollY);
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      });
    await send('touchStart', from.y);
    for (let step = 1; step <= 10; step += 1) {
      await send('touchMove', from.y + ((to.y + 10 - from.y) * step) / 10);
    }
    await expectAnnounced(page, 'チェストプレスは3件中3番目です。');
    await send('touchEnd');
    await expectRows(page, ['ペクトラルフライ', 'ラットプルダウン', 'チェストプレス']);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await press(page, '保存する');
    await expect(toast(page, '保存しました')).toBeVisible();
    expect((await readMine(embedded, member, id)).json).toMatchObject({
      items: [itemOf(2), itemOf(4), itemOf(1)],
      version: 2,
    });
  });
});

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
  await page.getByRole('link', { name: 'マイページ', exact: true }).click();
  await press(page, '保存せずに移動する');
  await expect(heading(page, 'マイページ')).toBeVisible();

  await signOut(page);
  await openNew(page, other);
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await expect(page.getByText('下書きを復元しました。')).toHaveCount(0);
  await page.getByRole('link', { name: 'マイページ', exact: true }).click();
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
    page.getByText('ネットワーク接続を確認して、もう一度試してください。'),
  ).toBeVisible();
  await page.unroute('**/api/my/training-sessions');
  await page.reload();
  await page.getByLabel('タイトル').fill('返事なし 改');
  await page.getByRole('button', { name: '保存する' }).dblclick();
  await expect(toast(page, '返事なし 改')).toBeVisible();
  expect(await listMine(embedded, member)).toMatchObject([{ title: '返事なし 改' }]);
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  ignoreConsoleErrors('net::ERR_');
  ignoreConsoleErrors('Network');
});

expectQuietConsole(test);

test('changed on two devices at once: the difference is shown, also after a reload, and one is kept', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  const second = await openSecondDevice(browser, embedded.url);
  await openEdit(second, member, id);
  await second.getByLabel('タイトル').fill('二台目の題');
  await row(second, 'ペクトラルフライ').click();
  await press(second, 'セットを増やす');
  await press(second, '保存する');
  await expect(toast(second, '保存しました')).toBeVisible();

  await page.getByLabel('タイトル').fill('一台目の題');
  await press(page, '保存する');
  const panel = page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });
  await expect(panel).toBeVisible();
  await expect(panel).toContainText('二台目の題');
  await expect(panel).toContainText('一台目の題');
  await expect(
    panel.getByText('ペクトラルフライ 4セット×10回・おすすめ・休憩1分30秒'),
  ).toBeVisible();
  // Nothing is lost by a reload: it is asked again.
  await page.reload();
  await expect(panel).toBeVisible();
  await press(page, '自分の内容で上書きする');
  await expect(toast(page, '一台目の題')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '一台目の題',
    items: sample.items,
    version: 3,
  });
  await second.context().close();
  ignoreConsoleErrors('409');
});
