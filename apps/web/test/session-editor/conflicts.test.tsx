import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { heading, press } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import {
  chestDay,
  expectEditorAccessible,
  expectSaved,
  openEdit,
  storedDrafts,
  titleField,
} from './session-editor.ts';
import { itemOf, openSessionShelf } from '#test/training-sessions/training-sessions.ts';

const elsewhere = {
  title: '二台目の題',
  items: [itemOf(1), itemOf(2, { sets: 4 }), itemOf(4)],
};
const conflict = () => page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });

/** Both have begun with the same; the other device was first to save. */
async function meetConflict() {
  const shelf = openSessionShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await titleField().fill('一台目の題');
  shelf.change(1, elsewhere);
  await press('保存する');
  await expect.element(conflict()).toBeVisible();
  return shelf;
}

test('changed elsewhere: the difference is shown, and asked again after a reload', async () => {
  const shelf = await meetConflict();
  await expect.element(conflict().getByRole('heading')).toHaveFocus();
  await expect.element(conflict()).toHaveTextContent('二台目の題');
  await expect.element(conflict()).toHaveTextContent('一台目の題');
  await expect
    .element(conflict().getByText('ペクトラルフライ 4×10 おすすめ 休憩90秒'))
    .toBeVisible();
  await expect.element(conflict().getByText('あなたの入力（変更なし）')).toBeVisible();
  await expectEditorAccessible();
  unmountPage();
  await openEdit(1);
  await expect.element(conflict()).toBeVisible();
  await press('自分の内容で上書きする');
  await expectSaved('一台目の題');
  expect(shelf.find(1)).toMatchObject({ title: '一台目の題', items: chestDay.items, version: 3 });
});

test('the latest is loaded, given back, and looked at again', async () => {
  const shelf = await meetConflict();
  await press('最新の内容を読み込む');
  await expect.element(page.getByText('最新の内容を読み込みました。')).toBeVisible();
  await expect.element(titleField()).toHaveValue('二台目の題');
  await press('自分の入力に戻す');
  await expect.element(titleField()).toHaveValue('一台目の題');
  await press('保存する');
  await press('編集を続ける');
  await expect.element(conflict()).not.toBeInTheDocument();
  await expect.element(titleField()).toHaveValue('一台目の題');
  await press('保存する');
  await press('最新の内容を読み込む');
  await titleField().fill('最新から');
  await press('保存する');
  await expectSaved('最新から');
  expect(shelf.find(1)).toMatchObject({ ...elsewhere, title: '最新から', version: 3 });
});

test('deleted meanwhile: what was typed becomes a new session', async () => {
  const shelf = openSessionShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await titleField().fill('消えても残る');
  shelf.remove(1);
  await press('保存する');
  const panel = page.getByRole('region', { name: 'このセッションは削除されています' });
  await expect.element(panel).toBeVisible();
  await expectEditorAccessible();
  unmountPage();
  await openEdit(1);
  await expect.element(panel).toBeVisible();
  await press('新しいセッションとして保存');
  await expectSaved('消えても残る');
  expect(shelf.list()).toMatchObject([{ title: '消えても残る', trainingSessionId: 2 }]);
  await expect.poll(storedDrafts).toEqual([]);
});

test('there is no editing of what is not there, or somebody else’s', async () => {
  const shelf = openSessionShelf();
  shelf.put({ author: { nickname: 'ハル', isMe: false } });
  const { go } = await renderPage('/training-sessions/1/edit');
  await expect.element(heading('Page not found')).toBeVisible();
  await go('/training-sessions/2147483647/edit');
  await expect.element(heading('Page not found')).toBeVisible();
});

test('an edit begins with what is saved now, also when the page was seen before', async () => {
  const shelf = openSessionShelf();
  shelf.put(chestDay);
  const { address } = await openEdit(1);
  for (const title of ['一度目', '二度目', '三度目']) {
    await titleField().fill(title);
    await press('保存する');
    await expect.poll(address).toBe('/training-sessions/1');
    await expect.element(heading(title)).toBeVisible();
    await page.getByRole('link', { name: '編集する' }).click();
    await expect.element(titleField()).toHaveValue(title);
  }
  expect(shelf.find(1)).toMatchObject({ title: '三度目', version: 4 });
});
