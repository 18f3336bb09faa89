import { createTrainingSession, listTrainingSessionTags } from '@tanren/contract/menus/menus';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { menuFieldWords } from '#features/menus/editor/menu-fields.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, press } from '#test/support/locators.ts';
import { sampleItem } from '#test/samples/menus.ts';
import { openMenuShelf } from './menus.ts';
import { sampleLoad } from '#test/samples/workouts.ts';
import {
  add,
  chestDay,
  expectEditorAccessible,
  expectRows,
  expectSaved,
  handle,
  openEdit,
  openNew,
  openDetails,
  row,
  rowNames,
  storedDrafts,
  titleField,
} from './menu-editor.ts';

const tagField = () => page.getByRole('combobox', { name: 'タグ' });

async function addTag(text: string): Promise<void> {
  await tagField().fill(text);
  await userEvent.keyboard('{Enter}');
}

const chosenTags = () =>
  page
    .getByRole('list', { name: '選んだタグ' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('the form of a menu names every field of its words', async () => {
  await openNew();
  await openDetails();
  const { form } = titleField().element() as HTMLInputElement;
  const names = Array.from(form?.querySelectorAll('label, legend, h2') ?? [], (element) =>
    element.textContent.replace('（任意）', ''),
  );
  // Only the menus that a trainer makes for a member have a fixed order.
  const missing = Object.entries(menuFieldWords)
    .filter(([, { label }]) => !names.includes(label))
    .map(([field]) => field);
  expect(missing).toEqual(['fixedOrder']);
});

test('shows missing values at their place, and focuses the first', async () => {
  await openNew();
  await press('保存する');
  await expect.element(page.getByText('タイトルを入力してください')).toBeVisible();
  await expect.element(page.getByText('種目を1つ以上追加してください')).toBeVisible();
  // The exercises come first.
  await expect.poll(() => document.activeElement?.hasAttribute('data-fault')).toBe(true);
  await expectEditorAccessible();
  await add('チェストプレス');
  await expect.element(page.getByText('種目を1つ以上追加してください')).not.toBeInTheDocument();
  await titleField().fill('');
  await press('保存する');
  await expect.element(titleField()).toHaveFocus();
  await titleField().fill('朝の全身');
  await expect.element(page.getByText('タイトルを入力してください')).not.toBeInTheDocument();
  expect(listCalls(createTrainingSession)).toEqual([]);
});

test('a menu needs no typing: its exercises give the title, which a member may replace', async () => {
  const shelf = openMenuShelf();
  await openNew();
  // The exercises are above the title.
  const chooser = button('チェストプレスを追加').element();
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(chooser.compareDocumentPosition(titleField().element())).toBe(follows);
  await expect.element(page.getByRole('textbox', { name: /説明/ })).not.toBeInTheDocument();
  await add('チェストプレス');
  await expect.element(titleField()).toHaveValue('チェストプレスの日');
  await add('ラットプルダウン');
  await expect.element(titleField()).toHaveValue('胸・背中の日');
  await expect.element(page.getByText('種目に合わせた名前です。')).toBeVisible();
  await press('保存する');
  await expectSaved('胸・背中の日');
  expect(shelf.find(1)).toMatchObject({ title: '胸・背中の日', visibility: 'private' });
});

test('an error in the folded details opens them', async () => {
  openMenuShelf();
  await openNew();
  await add('チェストプレス');
  await openDetails();
  const description = page.getByRole('textbox', { name: /説明/ });
  await description.fill('あ'.repeat(1001));
  await openDetails();
  await expect.element(description).not.toBeInTheDocument();
  await press('保存する');
  await expect.element(description).toHaveFocus();
  await description.fill('あ');
  await expect.element(description).toHaveFocus();
});

test('accepts suggested and typed tags, which can be corrected, and rejects invalid ones', async () => {
  answer(listTrainingSessionTags, [{ tag: 'ストレッチ前', count: 1 }]);
  await openNew();
  await openDetails();
  await tagField().fill('すとれ');
  await expect.element(page.getByRole('option', { name: 'ストレッチ前' })).toBeVisible();
  expect(listCalls(listTrainingSessionTags).at(-1)?.path).toContain(encodeURIComponent('すとれ'));
  await expectEditorAccessible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(tagField()).toHaveAttribute('aria-activedescendant', expect.any(String));
  // The Enter key that ends a kana conversion adds no tag.
  tagField()
    .element()
    .dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
    );
  await expect.element(tagField()).toHaveValue('すとれ');
  expect(chosenTags()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('ストレッチ前を外す')).toBeVisible();
  await addTag('＃ｆｕｌｌ');
  await addTag('すとれっち前');
  await addTag('やめる');
  await expect.element(button('やめるを外す')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await expect.poll(chosenTags).toEqual(['ストレッチ前', 'full']);
  await addTag('あ'.repeat(21));
  await expect.element(page.getByText('タグは20文字以内で入力してください')).toBeVisible();
  await tagField().fill('朝');
  // Moving to the next field adds the typed tag.
  await page.getByRole('radio', { name: '公開', exact: true }).click();
  await expect.poll(chosenTags).toEqual(['ストレッチ前', 'full', '朝']);
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('saves three exercises with a load and tags as typed', async () => {
  const shelf = openMenuShelf();
  const { address } = await openNew();
  await titleField().fill('朝の全身');
  await openDetails();
  await page.getByLabelText('説明').fill('起きてすぐ\n軽めに');
  await expect.element(page.getByText('9/1000')).toBeVisible();
  await page.getByRole('radio', { name: '公開', exact: true }).click();
  await add('チェストプレス');
  await add('ラットプルダウン');
  await add('レッグプレス');
  await expectRows('チェストプレス', 'ラットプルダウン', 'レッグプレス');
  await expect.element(page.getByText('約20分・9セット')).toBeVisible();
  await row('レッグプレス').click();
  await page.getByLabelText('重量を指定').click();
  await expect.element(page.getByText('10〜300kg（5kg刻み）')).toBeVisible();
  await page.getByRole('spinbutton', { name: '重量' }).fill('１００');
  await press('回数を増やす');
  page.getByRole('spinbutton', { name: '休憩' }).element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(row('レッグプレス')).toHaveTextContent('3セット×11回・100kg・休憩1分45秒');
  await expectEditorAccessible();
  // A typed tag is also added by the save button.
  await tagField().fill('週末');
  await press('保存する');
  await expectSaved('朝の全身');
  await expect.poll(address).toBe('/training-sessions/1');
  expect(shelf.find(1)).toMatchObject({
    title: '朝の全身',
    description: '起きてすぐ\n軽めに',
    tags: ['週末'],
    visibility: 'public',
    items: [
      sampleItem(1),
      sampleItem(4),
      sampleItem(11, { reps: 11, loadKg: 100, restSeconds: 105 }),
    ],
    version: 1,
  });
  await expect.poll(storedDrafts).toEqual([]);
});

test('keeps the touched row under the finger while the list above grows', async () => {
  // Chromium would keep the position by itself, other browsers do not.
  document.documentElement.style.overflowAnchor = 'none';
  onTestFinished(() => void document.documentElement.style.removeProperty('overflow-anchor'));
  await openNew();
  await add('チェストプレス');
  const legPress = button('レッグプレスを追加').element();
  legPress.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = legPress.getBoundingClientRect().top;
  await add('レッグプレス');
  await expectRows('チェストプレス', 'レッグプレス');
  expect(Math.abs(legPress.getBoundingClientRect().top - before)).toBeLessThan(2);
});

test('shows a rejection of the server at its row', async () => {
  const reps = { path: '/items/1/reps', in: 'body', message: '回数が多すぎます' } as const;
  answer(createTrainingSession, rejectWith(400, 'invalid_request', { fields: [reps] }));
  await openNew();
  await titleField().fill('断られる');
  await add('チェストプレス');
  await add('レッグプレス');
  await press('保存する');
  await expect.element(row('レッグプレス')).toHaveFocus();
  await expect.element(row('レッグプレス')).toHaveAccessibleDescription(/./);
  answer(createTrainingSession, rejectWith(409, 'session_limit_reached'));
  await press('保存する');
  await expect.element(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect.element(titleField()).toHaveValue('断られる');
});

test('never rounds a load of a menu, and asks again when it is far too heavy', async () => {
  answer(listWorkoutLoads, [sampleLoad({ nextLoad: 40, recentBest: 40, maxLoad: 40 })]);
  const shelf = openMenuShelf();
  await openNew();
  await titleField().fill('胸の日');
  await add('チェストプレス');
  await row('チェストプレス').click();
  await page.getByLabelText('重量を指定').click();
  const load = page.getByRole('spinbutton', { name: '重量' });
  await load.fill('375');
  await press('保存する');
  await expect.element(page.getByText('5〜150kgの範囲で入力してください。')).toBeVisible();
  // The row stays open, because closing it would discard the input.
  await row('チェストプレス').click();
  await expect.element(load).toHaveValue('375');
  await expect.element(load).toHaveFocus();
  await load.fill('52.5');
  await press('保存する');
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('チェストプレス 52.5kg（最近の最大重量 40kg）');
  await expectEditorAccessible();
  expect(listCalls(createTrainingSession)).toEqual([]);
  await dialog.getByRole('button', { name: '入力に戻る' }).click();
  await load.fill('50');
  await press('保存する');
  await expectSaved('胸の日');
  expect(shelf.find(1)).toMatchObject({ items: [{ loadKg: 50 }] });
});

/** Checks the announcement for screen readers. */
async function told(words: string): Promise<void> {
  await expect.element(page.getByText(words)).toBeInTheDocument();
}

async function openChestDay() {
  const shelf = openMenuShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await expectRows('チェストプレス', 'ペクトラルフライ', 'ラットプルダウン');
  return shelf;
}

async function liftByKey(name: string, place: number): Promise<void> {
  await userEvent.keyboard(' ');
  await told(`${name}を持ち上げました。現在3件中${place}番目です。`);
}

/**
 * Moves a row down by keyboard. Rows are measured a moment after one is lifted, and a key before
 * that does nothing. The result of a key is also announced a moment later, so a row that moved too
 * far is moved back up.
 */
async function lowerByKey(name: string, place: number): Promise<void> {
  const announcesPlace = (one: number) =>
    page.getByText(`${name}は3件中${one}番目です。`).elements().length > 0;
  await expect
    .poll(
      async () => {
        if (announcesPlace(place)) return true;
        await userEvent.keyboard(announcesPlace(place + 1) ? '{ArrowUp}' : '{ArrowDown}');
        return false;
      },
      { interval: 250 },
    )
    .toBe(true);
}

test('sorts rows by keyboard, and Escape undoes it', async () => {
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
  await told('移動をやめて、チェストプレスを元の位置に戻しました。');
  await expectRows('ペクトラルフライ', 'チェストプレス', 'ラットプルダウン');
});

test('drags a row by its handle with the mouse', async () => {
  await openChestDay();
  handle('ペクトラルフライ').element().scrollIntoView({ block: 'center', behavior: 'instant' });
  await userEvent.dragAndDrop(handle('チェストプレス'), handle('ラットプルダウン'), { steps: 10 });
  await expectRows('ペクトラルフライ', 'ラットプルダウン', 'チェストプレス');
});

test('buttons move a row up to the ends, and the new order is saved', async () => {
  const shelf = await openChestDay();
  await row('ラットプルダウン').click();
  await press('上へ');
  await expectRows('チェストプレス', 'ラットプルダウン', 'ペクトラルフライ');
  await press('上へ');
  await expectRows('ラットプルダウン', 'チェストプレス', 'ペクトラルフライ');
  // A row at the top cannot be moved up, and the focus stays.
  await expect.element(button('上へ')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('上へ')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('上へ')).toHaveFocus();
  await expectRows('ラットプルダウン', 'チェストプレス', 'ペクトラルフライ');
  await press('下へ');
  await press('保存する');
  await expectSaved('胸の日');
  expect(shelf.find(1)).toMatchObject({
    items: [sampleItem(1), sampleItem(4), sampleItem(2)],
    version: 2,
  });
});

test('twenty exercises stay clear, and a removed one can be restored', async () => {
  const shelf = openMenuShelf();
  shelf.put({ items: Array.from({ length: 19 }, (_, index) => sampleItem(1 + (index % 16))) });
  await openEdit(1);
  await row('カーフレイズ').click();
  await press('複製');
  await expect.poll(rowNames).toHaveLength(20);
  expect(rowNames()[16]).toBe('17. カーフレイズ');
  await expect.element(page.getByText('追加できるのは20種目までです。')).toBeVisible();
  // Only one row is open at a time, so no other one can be duplicated by mistake.
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
