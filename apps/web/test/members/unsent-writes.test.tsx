import {
  createTrainingSession,
  deleteTrainingSession,
  setFavoriteTrainingSession,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import { updateUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readWrites } from '#lib/offline/outbox-store.ts';
import { sampleItem } from '#test/samples/menus.ts';
import { chestDay, titleField } from '#test/menus/menu-editor.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub, readyProfile } from '#test/support/session.ts';
import { openUserPool } from '#test/support/user-pool.ts';
import { heart, openMenuShelf, titles } from '#test/menus/menus.ts';
import { storeProfile } from './stored-profile.ts';

const mark = () => page.getByText('未送信', { exact: true });
const bar = () => page.getByRole('navigation', { name: '未送信の変更' });
const card = (name: string) => page.getByRole('article', { name });
const conflict = () => page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });
const waiting = () => readWrites(memberSub);

const weekMs = 7 * 24 * 60 * 60_000;

async function changeNickname(nickname: string): Promise<void> {
  await page.getByLabelText('ニックネーム').fill(nickname);
  await press('保存する');
  await expect.element(toast('この端末に保存しました')).toBeVisible();
}

test('shows an unsent profile as changed, keeps it for a week, and sends it once', async () => {
  const profile = storeProfile();
  await renderPage('/settings/userinfo');
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  setOnline(false);
  await changeNickname('ハガネ');
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'ハガネ' })).toHaveTextContent('未送信');
  await expectAccessible();
  expect(listCalls(updateUserInfo)).toEqual([]);
  unmountPage();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + weekMs);
  setOnline(true);
  // The server's first answer is older than the waiting change.
  await renderPage('/settings');
  await expect.element(page.getByRole('link', { name: 'ハガネ' })).toBeVisible();
  await expect.poll(() => profile.read().nickname).toBe('ハガネ');
  await expect.element(mark()).not.toBeInTheDocument();
  // Only the changed field is sent, with its old value.
  const { nickname } = readyProfile;
  expect(listCalls(updateUserInfo).map(({ body }) => body)).toEqual([
    { nickname: 'ハガネ', expected: { nickname } },
  ]);
  expect(await waiting()).toEqual([]);
  ignoreConsoleErrors('NetworkError');
});

test('explains that a write sent by hand did not arrive', async () => {
  const profile = storeProfile();
  const { go } = await renderPage('/settings/userinfo');
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  setOnline(false);
  await changeNickname('ハガネ');
  await go('/settings/unsent');
  await press('今すぐ送信する');
  await expect
    .element(toast('ネットワークエラー'))
    .toHaveTextContent(
      'ネットワーク接続を確認して、もう一度試してください。未送信の変更の送信にはネットワーク接続が必要です。',
    );
  answer(updateUserInfo, lost);
  setOnline(true);
  await press('今すぐ送信する');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(button('今すぐ送信する')).toHaveAttribute('aria-busy', 'false');
  expect(profile.read().nickname).toBe(readyProfile.nickname);
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('OfflineError');
});

test("shows both versions of a profile changed on two devices, and keeps the member's own", async () => {
  const { go } = await renderPage('/settings/userinfo');
  const profile = storeProfile();
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  setOnline(false);
  await changeNickname('一台目');
  await expect.element(heading('マイページ')).toBeVisible();
  profile.change({ nickname: '二台目', weight: 71.5 });
  setOnline(true);
  await expect.element(toast('送信できなかった変更があります')).toBeVisible();
  await go('/settings/unsent');
  await expect.element(card('プロフィールの変更')).toHaveTextContent('どちらを残すか');
  await page.getByRole('link', { name: '内容を比べて選ぶ' }).click();
  await expect.element(conflict()).toHaveTextContent('一台目');
  await expect.element(conflict()).toHaveTextContent('二台目');
  await expect.element(conflict()).not.toHaveTextContent('体重');
  await expectAccessible();
  expectNoSidewaysScroll();
  await press('自分の内容で上書きする');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(profile.read()).toMatchObject({ nickname: '一台目', weight: 71.5 });
  expect(await waiting()).toEqual([]);
  ignoreConsoleErrors('NetworkError');
});

test('a menu deleted without a network leaves the list, and a copy is listed as unsent', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '消える日' });
  shelf.put({ title: '残る日' });
  const { go } = await renderPage('/my-training-sessions');
  await expect.poll(titles).toEqual(['残る日', '消える日']);
  await go('/training-sessions/1');
  await expect.element(heading('消える日')).toBeVisible();
  await go('/training-sessions/2');
  await expect.element(heading('残る日')).toBeVisible();
  setOnline(false);
  await press('複製する');
  await expect.element(toast('この端末に保存しました')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '残る日（コピー）' })).toBeVisible();
  await go('/training-sessions/1');
  await press('削除する');
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect.element(toast('メニューを削除します')).toBeVisible();
  await expect.poll(titles).toEqual(['残る日']);
  await go('/settings/unsent');
  await expect.element(card('メニュー「消える日」の削除')).toBeVisible();
  await expectAccessible();
  setOnline(true);
  await expect.poll(waiting).toEqual([]);
  expect(listCalls(deleteTrainingSession)).toHaveLength(1);
  expect(shelf.list().map(({ title }) => title)).toEqual(['残る日（コピー）', '残る日']);
  ignoreConsoleErrors('NetworkError');
});

/** Changes a menu without a network that another device has changed too. */
async function meetOtherDevice() {
  const shelf = openMenuShelf();
  shelf.put(chestDay);
  const shown = await renderPage('/training-sessions/1');
  await expect.element(heading('胸の日')).toBeVisible();
  await shown.go('/training-sessions/1/edit');
  await titleField().fill('一台目の題');
  setOnline(false);
  await press('保存する');
  await expect.element(toast('この端末に保存しました')).toBeVisible();
  shelf.change(1, { title: '二台目の題', items: [sampleItem(1), sampleItem(4)] });
  ignoreConsoleErrors('NetworkError');
  return { shelf, ...shown };
}

test("shows both versions of a menu changed on two devices, and keeps the member's own", async () => {
  const { shelf, go } = await meetOtherDevice();
  setOnline(true);
  await expect.element(toast('送信できなかった変更があります')).toBeVisible();
  expect(shelf.find(1)).toMatchObject({ title: '二台目の題', version: 2 });
  await go('/settings/unsent');
  const rejected = card('メニュー「一台目の題」の変更');
  await expect.element(rejected).toHaveTextContent('どちらを残すか選んでください');
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.getByRole('link', { name: '内容を比べて選ぶ' }).click();
  await expect.element(conflict()).toHaveTextContent('一台目の題');
  await expect.element(conflict()).toHaveTextContent('二台目の題');
  await press('自分の内容で上書きする');
  await expect.element(heading('一台目の題')).toBeVisible();
  expect(shelf.find(1)).toMatchObject({ title: '一台目の題', version: 3 });
  expect(await waiting()).toEqual([]);
  ignoreConsoleErrors('NetworkError');
});

test('keeps the other version of a menu changed on two devices', async () => {
  const { shelf, go } = await meetOtherDevice();
  setOnline(true);
  await expect.element(toast('送信できなかった変更があります')).toBeVisible();
  await go('/training-sessions/1/edit');
  await expect.element(conflict()).toBeVisible();
  await press('最新の内容を読み込む');
  await expect.element(titleField()).toHaveValue('二台目の題');
  await expect.poll(waiting).toEqual([]);
  expect(shelf.find(1)).toMatchObject({ title: '二台目の題', version: 2 });
  ignoreConsoleErrors('NetworkError');
});

test('shows a menu whose answer was lost as changed, and saves it again on top', async () => {
  const shelf = openMenuShelf();
  shelf.put(chestDay);
  const { go } = await renderPage('/training-sessions/1');
  await go('/training-sessions/1/edit');
  await titleField().fill('一度目');
  let isLost = true;
  answer(updateTrainingSession, ({ params, body: { version, ...content } }) => {
    const old = shelf.find(params.trainingSessionId);
    // A repeated call is the same change, which its key shows.
    if (old?.title === content.title) return old;
    if (old?.version !== version) return rejectWith(409, 'stale_version');
    const changed = shelf.change(params.trainingSessionId, content);
    return isLost ? lost : changed;
  });
  await press('保存する');
  await expect.element(heading('一度目')).toBeVisible();
  await expect.element(mark()).toBeVisible();
  isLost = false;
  await go('/training-sessions/1/edit');
  await titleField().fill('二度目');
  await press('保存する');
  await expect.element(heading('二度目')).toBeVisible();
  await expect.poll(() => shelf.find(1)).toMatchObject({ title: '二度目', version: 3 });
  await expect.poll(waiting).toEqual([]);
  await expect.element(mark()).not.toBeInTheDocument();
});

test('explains what to do about a rejected write, which blocks nothing else', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '朝の日' });
  const { go } = await renderPage('/my-training-sessions');
  await expect.element(heart('朝の日')).toBeVisible();
  await go('/training-sessions/new');
  await titleField().fill('多すぎる');
  await press('アームカールを追加');
  answer(createTrainingSession, rejectWith(409, 'session_limit_reached'));
  setOnline(false);
  await press('保存する');
  await expect.element(heading('マイメニュー')).toBeVisible();
  await heart('朝の日').click();
  await expect.element(bar()).toHaveTextContent('送信待ちの変更が2件あります');
  setOnline(true);
  await expect.poll(() => shelf.find(1)?.favorite).toBe(true);
  await expect.element(toast('送信できなかった変更があります')).toBeVisible();
  await go('/settings/unsent');
  await expect.element(card('新しいメニュー「多すぎる」')).toHaveTextContent('保存し直すか');
  await expect.element(bar()).toHaveTextContent('確認が必要な変更が1件あります');
  await expectAccessible();
  await press('破棄する');
  const question = page.getByRole('alertdialog', { name: 'この変更を破棄しますか' });
  await question.getByRole('button', { name: '破棄する' }).click();
  await expect.element(page.getByText('未送信の変更はありません。')).toBeVisible();
  expect(listCalls(createTrainingSession)).toHaveLength(1);
  expect(listCalls(setFavoriteTrainingSession)).toHaveLength(1);
  ignoreConsoleErrors('NetworkError');
});

test('warns before logging out that unsent changes are lost, and leaves nothing behind', async () => {
  openUserPool({ RevokeToken: {} });
  storeProfile();
  await renderPage('/settings/userinfo');
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  answer(updateUserInfo, lost);
  await changeNickname('ハガネ');
  await press('ログアウト');
  const question = page.getByRole('alertdialog', { name: 'ログアウトしますか' });
  await expect.element(question).toHaveTextContent('まだ送信していない変更が1件あります');
  await expectAccessible();
  await press('ログアウトしない');
  expect(await waiting()).toHaveLength(1);
  await press('ログアウト');
  await press('ログアウトする');
  await expect.element(heading('ログイン')).toBeVisible();
  await expect.poll(waiting).toEqual([]);
});

test('never sends unsent changes of another member, and deletes them', async () => {
  const profile = storeProfile();
  await renderPage('/settings/userinfo');
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  setOnline(false);
  await changeNickname('ハガネ');
  unmountPage();
  setOnline(true);
  await renderPage('/settings', { session: { sub: crypto.randomUUID() } });
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(mark()).not.toBeInTheDocument();
  await expect.poll(waiting).toEqual([]);
  expect(listCalls(updateUserInfo)).toEqual([]);
  expect(profile.read()).toEqual(readyProfile);
  ignoreConsoleErrors('NetworkError');
});
