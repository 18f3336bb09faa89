import { expect, expectQuietConsole, press, toast } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import {
  centre,
  expectRows,
  expectTold,
  handle,
  makeSample,
  openEdit,
  readMine,
  scrollToRow,
} from './support/session-editor.ts';
import { itemOf } from './support/training-sessions.ts';

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
    await expectTold(page, 'チェストプレスは3件中3番目です。');
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
