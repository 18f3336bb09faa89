import { createTrainingSession, updateTrainingSession } from '@tanren/contract/training-sessions';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, listCalls, lost, setOnline } from '#test/support/answers.ts';
import { button, heading, press, tapTwice } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub } from '#test/support/session.ts';
import {
  add,
  expectEditorAccessible,
  expectRows,
  expectSaved,
  openNew,
  storedDrafts,
  titleField,
} from './session-editor.ts';
import { openSessionShelf } from '#test/training-sessions/training-sessions.ts';

const notSaved = () => page.getByText('ネットワークに接続できないため、保存できませんでした。');
const restored = () => page.getByText('下書きを復元しました。');
const question = () => page.getByRole('alertdialog', { name: '保存せずに移動しますか' });
const leave = () => page.getByRole('link', { name: 'メニュー' }).click();

async function reload() {
  unmountPage();
  return openNew();
}

async function beginDraft(title = '書きかけ'): Promise<void> {
  await openNew();
  await titleField().fill(title);
  await add('アームカール');
}

test('a draft survives a reload, is discarded on purpose, and that is taken back', async () => {
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

test('leaving asks, and says that nothing is lost', async () => {
  await beginDraft();
  await leave();
  await expect.element(question()).toHaveTextContent('下書きはこの端末に残ります');
  await expectEditorAccessible();
  await press('編集を続ける');
  await expect.element(titleField()).toHaveValue('書きかけ');
  await leave();
  await press('保存せずに移動する');
  await expect.element(heading('設定')).toBeVisible();
});

test('a draft belongs to its member, and is gone once it is saved', async () => {
  openSessionShelf();
  await beginDraft();
  unmountPage();
  await renderPage('/training-sessions/new', { session: { sub: crypto.randomUUID() } });
  await expect.element(heading('セッションの作成')).toBeVisible();
  await expect.element(titleField()).toHaveValue('');
  await expect.element(restored()).not.toBeInTheDocument();
  await reload();
  await expect.element(titleField()).toHaveValue('書きかけ');
  await press('保存する');
  await expectSaved('書きかけ');
  await reload();
  await expect.element(titleField()).toHaveValue('');
});

test.each(['', '{', '{"form":1}', '<img src=x onerror=alert(1)>', 'null'])(
  'what else stands in the storage does no harm: %s',
  async (text) => {
    localStorage.setItem(`tanren:draft:${memberSub}:new`, text);
    await openNew();
    await expect.element(titleField()).toHaveValue('');
  },
);

test('where nothing can be kept it says so, and saving works all the same', async () => {
  const shelf = openSessionShelf();
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

test('two taps make one session', async () => {
  const shelf = openSessionShelf();
  await beginDraft('一度だけ');
  await tapTwice(button('保存する'));
  await expectSaved('一度だけ');
  expect(shelf.list()).toHaveLength(1);
  expect(listCalls(createTrainingSession)).toHaveLength(1);
});

test('without a connection the words stay, and the next tap saves them', async () => {
  const shelf = openSessionShelf();
  await beginDraft('圏外');
  setOnline(false);
  await press('保存する');
  await expect.element(notSaved()).toBeVisible();
  await expect.element(notSaved()).toHaveTextContent('下書きとしてこの端末に残っています');
  await expectEditorAccessible();
  await expect.element(titleField()).toHaveValue('圏外');
  setOnline(true);
  await press('保存する');
  await expectSaved('圏外');
  expect(shelf.list()).toHaveLength(1);
});

test('after a lost answer and a reload it is the same session, with what was changed', async () => {
  const shelf = openSessionShelf();
  await beginDraft('返事なし');
  let loses = true;
  const first = shelf.put({ title: '返事なし' });
  answer(createTrainingSession, () => {
    if (!loses) return first;
    loses = false;
    return lost;
  });
  await press('保存する');
  await expect.element(notSaved()).toBeVisible();
  await reload();
  await titleField().fill('返事なし 改');
  await press('保存する');
  await expectSaved('返事なし 改');
  const [before, after] = listCalls(createTrainingSession).map(
    ({ body }) => (body as { draftId: string }).draftId,
  );
  expect(after).toBe(before);
  expect(listCalls(updateTrainingSession)).toHaveLength(1);
  expect(shelf.list()).toMatchObject([{ title: '返事なし 改', version: 2 }]);
});
