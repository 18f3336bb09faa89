import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, press } from '#test/support/locators.ts';
import {
  chestDay,
  expectEditorAccessible,
  expectRows,
  handle,
  expectSaved,
  openEdit,
  row,
  rowNames,
} from './session-editor.ts';
import { itemOf, openSessionShelf } from '#test/training-sessions/training-sessions.ts';

/** What is told to those who do not see it. */
async function told(words: string): Promise<void> {
  await expect.element(page.getByText(words)).toBeInTheDocument();
}

async function openChestDay() {
  const shelf = openSessionShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await expectRows('チェストプレス', 'ペクトラルフライ', 'ラットプルダウン');
  return shelf;
}

async function liftByKey(name: string, place: number): Promise<void> {
  await userEvent.keyboard(' ');
  await told(`${name}を持ち上げました。現在3件中${place}番目です。`);
}

/** Rows are measured a moment after one is lifted, and a key before that does nothing. */
async function lowerByKey(name: string, place: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await userEvent.keyboard('{ArrowDown}');
        return page.getByText(`${name}は3件中${place}番目です。`).elements().length;
      },
      { interval: 100 },
    )
    .toBe(1);
}

test('rows are put into order by keyboard, and Escape takes it back', async () => {
  await openChestDay();
  handle('チェストプレス').element().focus();
  await liftByKey('チェストプレス', 1);
  await lowerByKey('チェストプレス', 2);
  await userEvent.keyboard(' ');
  await expectRows('ペクトラルフライ', 'チェストプレス', 'ラットプルダウン');
  await expect.element(handle('チェストプレス')).toHaveFocus();
  await liftByKey('チェストプレス', 2);
  await lowerByKey('チェストプレス', 3);
  await userEvent.keyboard('{Escape}');
  await told('移動を取り消し、チェストプレスを元の位置に戻しました。');
  await expectRows('ペクトラルフライ', 'チェストプレス', 'ラットプルダウン');
});

test('a row is dragged by its handle with the mouse', async () => {
  await openChestDay();
  handle('ペクトラルフライ').element().scrollIntoView({ block: 'center', behavior: 'instant' });
  await userEvent.dragAndDrop(handle('チェストプレス'), handle('ラットプルダウン'), { steps: 10 });
  await expectRows('ペクトラルフライ', 'ラットプルダウン', 'チェストプレス');
});

test('buttons move a row, no further than the ends, and the new order is saved', async () => {
  const shelf = await openChestDay();
  await row('ラットプルダウン').click();
  await press('上へ');
  await expectRows('チェストプレス', 'ラットプルダウン', 'ペクトラルフライ');
  await press('上へ');
  await expectRows('ラットプルダウン', 'チェストプレス', 'ペクトラルフライ');
  // At the top it goes no further, and the focus stays.
  await expect.element(button('上へ')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('上へ')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('上へ')).toHaveFocus();
  await expectRows('ラットプルダウン', 'チェストプレス', 'ペクトラルフライ');
  await press('下へ');
  await press('保存する');
  await expectSaved('胸の日');
  expect(shelf.find(1)).toMatchObject({ items: [itemOf(1), itemOf(4), itemOf(2)], version: 2 });
});

test('twenty exercises stay overseeable; a removed one comes back', async () => {
  const shelf = openSessionShelf();
  shelf.put({ items: Array.from({ length: 19 }, (_, index) => itemOf(1 + (index % 16))) });
  await openEdit(1);
  await row('カーフレイズ').click();
  await press('複製');
  await expect.poll(rowNames).toHaveLength(20);
  expect(rowNames()[16]).toBe('17. カーフレイズ');
  await expect.element(page.getByText('種目は20個まで追加できます。')).toBeVisible();
  // One row is open at a time, so nothing else could be duplicated by mistake.
  await row('チェストプレス').first().click();
  await expect.poll(() => button('複製').elements()).toHaveLength(1);
  await expect.element(button('複製')).toHaveAttribute('aria-disabled', 'true');
  await expectEditorAccessible();
  await press('削除');
  await expect.poll(rowNames).toHaveLength(19);
  await expect.element(button('チェストプレスの削除を元に戻す')).toHaveFocus();
  await expectEditorAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(rowNames).toHaveLength(20);
  expect(rowNames()[0]).toBe('1. チェストプレス');
});
