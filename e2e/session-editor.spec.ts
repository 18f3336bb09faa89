import { expect, expectQuietConsole, press, toast } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { createReadyMember } from './support/member-steps.ts';
import {
  add,
  centre,
  dragToEnd,
  expectClean,
  expectRows,
  expectTold,
  handle,
  item,
  liftByKey,
  lowerByKey,
  makeSample,
  openEdit,
  openNew,
  readMine,
  row,
  rowNames,
  scrollToRow,
  storedDrafts,
} from './support/session-editor.ts';
import { itemOf } from './support/training-sessions.ts';

expectQuietConsole(test);

test('a session is made: what is missing is told, then three exercises, tags and a load', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await makeSample(embedded, other, { visibility: 'public', tags: ['ストレッチ前', '朝活'] });
  await openNew(page, member);
  await press(page, '保存する');
  await expect(page.getByText('タイトルを入力してください')).toBeVisible();
  await expect(page.getByText('種目を1つ以上追加してください')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toBeFocused();
  await expectClean(page);

  await page.getByLabel('タイトル').fill(' 朝の全身 ');
  await expect(page.getByText('タイトルを入力してください')).toHaveCount(0);
  await page.getByLabel('説明').fill('起きてすぐ\n軽めに');
  await expect(page.getByText('9/1000')).toBeVisible();

  const tags = page.getByRole('combobox', { name: 'タグ' });
  await tags.fill('すとれ');
  await expect(page.getByRole('option', { name: 'ストレッチ前' })).toBeVisible();
  await expectClean(page);
  await tags.press('ArrowDown');
  await expect(tags).toHaveAttribute('aria-activedescendant', /.+/);
  // The Enter that ends a conversion of kana adds nothing.
  await tags.evaluate((input) => {
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
    );
  });
  await expect(page.getByRole('button', { name: 'ストレッチ前を外す' })).toHaveCount(0);
  await tags.press('Enter');
  await expect(page.getByRole('button', { name: 'ストレッチ前を外す' })).toBeVisible();
  await tags.fill('＃ｆｕｌｌ');
  await tags.press('Enter');
  await tags.fill('すとれっち前');
  await tags.press('Enter');
  await tags.fill('やめる');
  await tags.press('Enter');
  await tags.press('Backspace');
  await tags.fill('あ'.repeat(21));
  await tags.press('Enter');
  await expect(page.getByText('タグは20文字以内で入力してください')).toBeVisible();
  await tags.fill('朝');
  // Whoever goes on to the next field meant it.
  await page.getByRole('radio', { name: '公開', exact: true }).check();
  const chosen = page.getByRole('list', { name: '選んだタグ' }).getByRole('listitem');
  await expect(chosen).toHaveText(['ストレッチ前', 'full', '朝']);
  await expect(page.getByRole('listbox')).toHaveCount(0);

  await add(page, 'チェストプレス');
  await add(page, 'ラットプルダウン');
  // What is under the finger stays there while the list above grows.
  const legPress = page.getByRole('button', { name: 'レッグプレスを追加' });
  await legPress.scrollIntoViewIfNeeded();
  const before = await centre(legPress);
  await page.mouse.click(before.x, before.y);
  await expect(row(page, 'レッグプレス')).toBeAttached();
  expect(Math.abs((await centre(legPress)).y - before.y)).toBeLessThan(2);
  await expectRows(page, ['チェストプレス', 'ラットプルダウン', 'レッグプレス']);
  await expect(page.getByText('約20分・9セット')).toBeVisible();

  await row(page, 'レッグプレス').click();
  await page.getByLabel('重さを指定').check();
  await expect(page.getByText('10〜300 kg（5 kg刻み）')).toBeVisible();
  await page.getByRole('spinbutton', { name: '重さ' }).fill('１０２');
  await press(page, '回数を増やす');
  await page.getByRole('spinbutton', { name: '休憩' }).press('ArrowUp');
  await expectClean(page);
  await expect(row(page, 'レッグプレス')).toContainText('3×11 100kg 休憩105秒');
  await tags.fill('週末');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '朝の全身',
    description: '起きてすぐ\n軽めに',
    tags: ['ストレッチ前', 'full', '朝', '週末'],
    visibility: 'public',
    items: [item, itemOf(4), itemOf(11, { reps: 11, loadKg: 100, restSeconds: 105 })],
    version: 1,
  });
  await expect.poll(() => storedDrafts(page)).toEqual([]);
});

test('rows are put into order by keyboard, mouse and buttons', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await expectRows(page, ['チェストプレス', 'ペクトラルフライ', 'ラットプルダウン']);

  await handle(page, 'チェストプレス').focus();
  await liftByKey(page, 'チェストプレス', 1);
  await lowerByKey(page, 'チェストプレス', 2);
  await page.keyboard.press('Space');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  await expect(handle(page, 'チェストプレス')).toBeFocused();
  await liftByKey(page, 'チェストプレス', 2);
  await lowerByKey(page, 'チェストプレス', 3);
  await page.keyboard.press('Escape');
  await expectTold(page, '移動を取り消し、チェストプレスを元の位置に戻しました。');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);

  await scrollToRow(page, 'チェストプレス');
  await dragToEnd(page, 'ペクトラルフライ', 'ラットプルダウン');
  await expectRows(page, ['チェストプレス', 'ラットプルダウン', 'ペクトラルフライ']);

  await row(page, 'ペクトラルフライ').click();
  await press(page, '上へ');
  await expectRows(page, ['チェストプレス', 'ペクトラルフライ', 'ラットプルダウン']);
  await press(page, '上へ');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  // At the top it goes no further, and the focus stays.
  const up = page.getByRole('button', { name: '上へ', exact: true });
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  await press(page, '下へ');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  const { json } = await readMine(embedded, member, id);
  expect((json['items'] as { workoutTypeId: number }[]).map((kept) => kept.workoutTypeId)).toEqual([
    1, 2, 4,
  ]);
  expect(json['version']).toBe(2);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });
  test('a row is dragged by its handle', async ({ page, context, embedded, member }) => {
    await openEdit(page, member, await makeSample(embedded, member));
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
  });
});

test('twenty exercises stay overseeable; a removed one comes back', async ({
  page,
  embedded,
  member,
}) => {
  const nineteen = Array.from({ length: 19 }, (_, index) => itemOf(1 + (index % 16)));
  await openEdit(page, member, await makeSample(embedded, member, { items: nineteen }));
  await row(page, 'カーフレイズ').click();
  await press(page, '複製');
  await expect(rowNames(page)).toHaveCount(20);
  await expect(rowNames(page).nth(16)).toHaveText('17. カーフレイズ');
  await expect(page.getByText('種目は20個まで追加できます。')).toBeVisible();
  // One row is open at a time, so nothing else could be duplicated by mistake.
  await rowNames(page).first().click();
  await expect(page.getByRole('button', { name: '複製' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: '複製' })).toHaveAttribute('aria-disabled', 'true');
  await expectClean(page);
  await press(page, '削除');
  await expect(rowNames(page)).toHaveCount(19);
  await expect(page.getByRole('button', { name: 'チェストプレスの削除を元に戻す' })).toBeFocused();
  await expectClean(page);
  await page.keyboard.press('Enter');
  await expect(rowNames(page)).toHaveCount(20);
  await expect(rowNames(page).first()).toHaveText('1. チェストプレス');
});
