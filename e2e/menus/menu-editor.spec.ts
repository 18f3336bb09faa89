import { expect, expectQuietConsole, press, test, toast } from '#support/members/members.ts';
import {
  centre,
  expectRows,
  expectAnnounced,
  handle,
  makeSample,
  openEdit,
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
