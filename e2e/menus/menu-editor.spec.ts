import {
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  press,
  signOut,
  test,
  toast,
} from '#support/members/members.ts';
import {
  add,
  centre,
  expectRows,
  expectAnnounced,
  handle,
  makeSample,
  openEdit,
  openNew,
  readMine,
  scrollToRow,
} from '#support/menus/menu-editor.ts';
import { itemOf } from '#support/menus/menus.ts';

expectQuietConsole(test);

test.describe('by touch', () => {
  test.use({ hasTouch: true });
  test('drags a row by its handle, and it stays there', async ({
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

test('a draft survives a reload, and is deleted with the sign-out', async ({
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
  await expect(page.getByLabel('タイトル')).toHaveValue('');
});
