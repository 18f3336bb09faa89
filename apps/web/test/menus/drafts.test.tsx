import { createTrainingSession, updateTrainingSession } from '@tanren/contract/menus/menus';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub } from '#test/support/session.ts';
import { sampleItem } from '#test/samples/menus.ts';
import { openMenuShelf } from './menus.ts';
import {
  add,
  chestDay,
  expectEditorAccessible,
  expectRows,
  expectSaved,
  openEdit,
  openNew,
  storedDrafts,
  titleField,
} from './menu-editor.ts';

const restored = () => page.getByText('下書きを復元しました。');
const question = () => page.getByRole('alertdialog', { name: '保存せずに移動しますか' });
const leave = () => page.getByRole('link', { name: 'マイページ', exact: true }).click();

async function reload() {
  unmountPage();
  return openNew();
}

async function beginDraft(title = '書きかけ'): Promise<void> {
  await openNew();
  await titleField().fill(title);
  await add('アームカール');
}

test('a draft survives a reload, can be discarded, and that can be undone', async () => {
  await beginDraft();
  await reload();
  await expect.element(restored()).toBeVisible();
  await expect.element(titleField()).toHaveValue('書きかけ');
  await expectRows('アームカール');
  await expectEditorAccessible();
  await press('破棄する');
  await expect.element(page.getByText('下書きを破棄しました。')).toBeVisible();
  await expect.element(titleField()).toHaveValue('');
  await expect.poll(storedDrafts).toEqual([]);
  await press('元に戻す');
  await expect.element(titleField()).toHaveValue('書きかけ');
  expect(storedDrafts()).toEqual([`tanren:draft:${memberSub}:new`]);
});

test('asks before leaving, and explains that nothing is lost', async () => {
  await beginDraft();
  await leave();
  await expect.element(question()).toHaveTextContent('下書きはこの端末に残ります');
  await expectEditorAccessible();
  await press('編集を続ける');
  await expect.element(titleField()).toHaveValue('書きかけ');
  await leave();
  await press('保存せずに移動する');
  await expect.element(heading('マイページ')).toBeVisible();
});

test('a draft belongs to its member, and is deleted when another member signs in', async () => {
  openMenuShelf();
  await beginDraft();
  unmountPage();
  await renderPage('/training-sessions/new', { session: { sub: crypto.randomUUID() } });
  await expect.element(heading('メニューの作成')).toBeVisible();
  await expect.element(titleField()).toHaveValue('');
  await expect.element(restored()).not.toBeInTheDocument();
  expect(storedDrafts()).toEqual([]);
});

test('deletes a draft after it is saved', async () => {
  openMenuShelf();
  await beginDraft();
  await reload();
  await expect.element(titleField()).toHaveValue('書きかけ');
  await press('保存する');
  await expectSaved('書きかけ');
  await reload();
  await expect.element(titleField()).toHaveValue('');
});

test.each(['', '{', '{"form":1}', '<img src=x onerror=alert(1)>', 'null'])(
  'ignores other data in the storage: %s',
  async (text) => {
    localStorage.setItem(`tanren:draft:${memberSub}:new`, text);
    await openNew();
    await expect.element(titleField()).toHaveValue('');
  },
);

test('explains that nothing can be stored, and saving still works', async () => {
  const shelf = openMenuShelf();
  await openNew();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await titleField().fill('残せない');
  await add('アームカール');
  await leave();
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('移動すると失われます');
  await press('編集を続ける');
  await press('保存する');
  await expectSaved('残せない');
  expect(shelf.list()).toMatchObject([{ title: '残せない' }]);
});

test('two taps create one menu', async () => {
  const shelf = openMenuShelf();
  await beginDraft('一度だけ');
  await tapTwice(button('保存する'));
  await expectSaved('一度だけ');
  expect(shelf.list()).toHaveLength(1);
  expect(listCalls(createTrainingSession)).toHaveLength(1);
});

/** Starts a menu from the list, as a member would. Without a network the list shows stored data. */
async function beginOffline(title: string) {
  const shown = await renderPage('/my-training-sessions');
  await expect.element(heading('マイメニュー')).toBeVisible();
  await shown.go('/training-sessions/new');
  await titleField().fill(title);
  await add('アームカール');
  return shown;
}

test('stores a menu on the device without a network, lists it, and sends it later', async () => {
  const shelf = openMenuShelf();
  const { address } = await beginOffline('圏外');
  setOnline(false);
  await press('保存する');
  await expect.element(toast('この端末に保存しました')).toBeVisible();
  await expect.poll(address).toBe('/my-training-sessions');
  const waiting = page.getByRole('link', { name: '圏外' });
  await expect.element(waiting).toHaveTextContent('未送信');
  await expectAccessible();
  await expect.poll(storedDrafts).toEqual([]);
  setOnline(true);
  await expect.poll(() => shelf.list()).toMatchObject([{ title: '圏外' }]);
  await expect.element(page.getByText('未送信')).not.toBeInTheDocument();
  ignoreConsoleErrors('NetworkError');
});

test('after a lost answer it is the same menu, with later changes', async () => {
  const shelf = openMenuShelf();
  const { go } = await beginOffline('返事なし');
  let loses = true;
  const first = shelf.put({ title: '返事なし' });
  answer(createTrainingSession, () => (loses ? lost : first));
  await press('保存する');
  await expect.element(toast('この端末に保存しました')).toBeVisible();
  await go('/settings/unsent');
  await press('編集する');
  loses = false;
  await titleField().fill('返事なし 改');
  await press('保存する');
  await expectSaved('返事なし 改');
  const drafts = listCalls(createTrainingSession).map(
    ({ body }) => (body as { draftId: string }).draftId,
  );
  expect(new Set(drafts).size).toBe(1);
  expect(listCalls(updateTrainingSession)).toHaveLength(1);
  expect(shelf.list()).toMatchObject([{ title: '返事なし 改', version: 2 }]);
});

const elsewhere = {
  title: '二台目の題',
  items: [sampleItem(1), sampleItem(2, { sets: 4 }), sampleItem(4)],
};
const conflict = () => page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });

/** Creates a conflict: both devices changed the same version, and the other one saved first. */
async function meetConflict() {
  const shelf = openMenuShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await titleField().fill('一台目の題');
  shelf.change(1, elsewhere);
  await press('保存する');
  await expect.element(conflict()).toBeVisible();
  return shelf;
}

test('shows the difference to a change elsewhere, also after a reload', async () => {
  const shelf = await meetConflict();
  await expect
    .element(conflict().getByText('ペクトラルフライ 4セット×10回・おすすめ重量・休憩1分30秒'))
    .toBeVisible();
  await expect.element(conflict().getByText('あなたの入力（変更なし）')).toBeVisible();
  unmountPage();
  await openEdit(1);
  await press('自分の内容で上書きする');
  await expectSaved('一台目の題');
  expect(shelf.find(1)).toMatchObject({ title: '一台目の題', items: chestDay.items, version: 3 });
});

test('loads the latest version, restores the draft, and shows both again', async () => {
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

test('saves the input as a new menu when it was deleted meanwhile', async () => {
  const shelf = openMenuShelf();
  shelf.put(chestDay);
  await openEdit(1);
  await titleField().fill('消えても残る');
  shelf.remove(1);
  await press('保存する');
  const panel = page.getByRole('region', { name: 'このメニューは削除されています' });
  await expect.element(panel).toBeVisible();
  await expectEditorAccessible();
  unmountPage();
  await openEdit(1);
  await expect.element(panel).toBeVisible();
  await press('新しいメニューとして保存');
  await expectSaved('消えても残る');
  expect(shelf.list()).toMatchObject([{ title: '消えても残る', trainingSessionId: 2 }]);
  await expect.poll(storedDrafts).toEqual([]);
});

test("shows not found for an unknown menu or another member's", async () => {
  const shelf = openMenuShelf();
  shelf.put({ author: { nickname: 'ハル', isMe: false } });
  const { go } = await renderPage('/training-sessions/1/edit');
  await expect.element(heading('Page not found')).toBeVisible();
  await go('/training-sessions/2147483647/edit');
  await expect.element(heading('Page not found')).toBeVisible();
});

test('an edit starts with the saved version, also when the page was seen before', async () => {
  const shelf = openMenuShelf();
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
