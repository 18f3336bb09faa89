import { listTrainingSessionRuns } from '@tanren/contract/menus/menu-runs';
import {
  createTrainingSession,
  deleteTrainingSession,
  getMyTrainingSession,
  getTrainingSession,
  reportTrainingSession,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import { listWorkoutLoads, type WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readWrites } from '#lib/offline/outbox-store.ts';
import { sampleItem, sampleTrainingSession } from '#test/samples/menus.ts';
import { sampleLoad } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { typesWithFirstLoad } from '#test/support/usual-answers.ts';
import { memberSub } from '#test/support/session.ts';
import { openMenuShelf, titles } from './menus.ts';

const startedAt = '2026-03-02T09:00:00.000Z';

function loadOf(workoutTypeId: number, lastLoad: number, lastReps: number): WorkoutLoad {
  const raises = lastReps >= 12;
  return sampleLoad({
    workoutTypeId,
    lastLoad,
    lastReps,
    lastWorkoutAt: startedAt,
    nextLoad: raises ? lastLoad + 2.5 : lastLoad,
    nextLoadReason: raises ? 'raise' : 'keep',
  });
}

const bout = (id: number, workoutTypeId: number, max: number, repCount: number) => ({
  id,
  workoutTypeId,
  startedAt,
  max,
  tfo: max * repCount,
  setCount: 1,
  repCount,
});

test("shows a trainer's load and reason for a type never done, and a fixed load beside it", async () => {
  const shelf = openMenuShelf();
  shelf.put({ items: [sampleItem(8, { sets: 1 }), sampleItem(8, { sets: 1, loadKg: 30 })] });
  answer(listWorkoutTypes, typesWithFirstLoad(8, 20, '初めてなので、軽めから。'));
  await renderPage('/training-sessions/1');
  const items = page.getByRole('region', { name: '種目' }).getByRole('listitem');
  await expect
    .element(items.first())
    .toHaveTextContent(/おすすめ重量コウジさんより：初めてなので、軽めから。20kg$/);
  await expect.element(items.nth(1)).toHaveTextContent(/この種目の記録はまだありません。30kg$/);
  await expectAccessible();
});

test('shows the items of a menu with own loads, and its runs', async () => {
  const shelf = openMenuShelf();
  shelf.put({
    title: '朝の全身',
    description: '一行目\n\n三行目',
    items: [
      sampleItem(1),
      sampleItem(11, { loadKg: 100, reps: 8, restSeconds: 120 }),
      sampleItem(8, { sets: 1 }),
      sampleItem(3, { loadKg: 20 }),
    ],
  });
  answer(listWorkoutLoads, [loadOf(1, 40, 12), loadOf(11, 90, 9)]);
  answer(listTrainingSessionRuns, {
    items: [{ runId: 1, startedAt, workouts: [bout(7, 1, 40, 12), bout(8, 11, 90, 9)] }],
    nextCursor: null,
  });
  const { address } = await renderPage('/training-sessions/1');
  await expect.element(heading('朝の全身')).toBeVisible();
  await expect.element(page.getByText('一行目')).toHaveStyle({ whiteSpace: 'pre-wrap' });
  const items = page.getByRole('region', { name: '種目' }).getByRole('listitem');
  const texts = [
    /チェストプレス3セット×10回・おすすめ重量・休憩1分30秒前回 40kg×12回42\.5kg$/,
    /レッグプレス3セット×8回・休憩2分前回 90kg×9回・次回の重量 90kg100kg$/,
    /アブドミナル1セット×10回・おすすめ重量この種目の記録はまだありません。軽い重量から始めましょう。$/,
    /ショルダープレス3セット×10回・休憩1分30秒この種目の記録はまだありません。20kg$/,
  ];
  expect(items.elements()).toHaveLength(texts.length);
  const drawn = items.elements().map((item) => item.querySelector('svg')?.dataset['workoutType']);
  expect(drawn).toEqual(['1', '11', '8', '3']);
  for (const [index, text] of texts.entries()) {
    await expect.element(items.nth(index)).toHaveTextContent(text);
  }
  await expect
    .element(items.first().getByRole('link', { name: 'チェストプレス' }))
    .toHaveAttribute('href', '/training-history/1');
  await expect.element(button('このメニューを始める')).toBeInViewport();
  const done = page.getByRole('region', { name: 'これまでの記録' }).getByRole('link');
  await expect
    .element(done.first())
    .toHaveTextContent('チェストプレス1セット・計12回・最大重量40kg');
  await expect.element(done.first()).toHaveAttribute('href', '/workouts/7');
  await expect.element(done.nth(1)).toHaveTextContent('レッグプレス');
  await expectAccessible();
  await page.viewport(1280, 800);
  await expectAccessible();
  expectNoSidewaysScroll();
  const book = page.getByRole('link', { name: /予約する（約\d+分）/ });
  await expect.element(book).toHaveAttribute('href', '/reservations?trainingSessionId=1');
  await page.getByRole('link', { name: '編集する' }).click();
  await expect.element(heading('メニューの編集')).toBeVisible();
  expect(address()).toBe('/training-sessions/1/edit');
});

test('shows not found for an unknown menu, also when it disappears while it is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shelf = openMenuShelf();
  shelf.put({ title: '消える日', author: { nickname: 'ハル', isMe: false } });
  const { go } = await renderPage('/training-sessions/2147483647');
  await expect.element(heading('Page not found')).toBeVisible();
  await go('/training-sessions/1');
  await expect.element(heading('消える日')).toBeVisible();
  shelf.remove(1);
  // The member returns to the page later.
  vi.setSystemTime(Date.now() + 60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(heading('Page not found')).toBeVisible();
});

const others = { author: { nickname: 'ハル', isMe: false } };

async function openSession(title: string) {
  const shown = await renderPage('/training-sessions/1');
  await expect.element(heading(title)).toBeVisible();
  return shown;
}

/** Sets the share function of the phone. Without it there is none, as on most computers. */
function pretendShare(share?: (data: ShareData) => Promise<void>): void {
  if (share) Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
}

test('a copy is private, and created once', async () => {
  const shelf = openMenuShelf();
  shelf.put({ ...others, title: '胸', description: '説明', tags: ['胸'], items: [sampleItem(1)] });
  const { address } = await openSession('胸');
  const made = shelf.put({ title: '胸', tags: ['胸'], visibility: 'private' });
  answer(createTrainingSession, lost);
  await tapTwice(button('マイメニューに追加'));
  await expect.element(toast('この端末に保存しました')).toBeVisible();
  expect(address()).toBe('/my-training-sessions');
  ignoreConsoleErrors('NetworkError');
  answer(createTrainingSession, made);
  dispatchEvent(new Event('online'));
  await expect.poll(() => listCalls(createTrainingSession)).toHaveLength(2);
  const bodies = listCalls(createTrainingSession).map(({ body }) => body);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[0]).toMatchObject({
    title: '胸',
    description: '説明',
    tags: ['胸'],
    visibility: 'private',
    items: [sampleItem(1)],
  });
});

test('opens the copy', async () => {
  openMenuShelf().put({ ...others, title: '胸' });
  const { address } = await openSession('胸');
  await tapTwice(button('マイメニューに追加'));
  await expect.element(toast('マイメニューにコピーしました')).toBeVisible();
  expect(address()).toBe('/training-sessions/2');
  await expect.element(page.getByText('非公開', { exact: true })).toBeVisible();
  expect(listCalls(createTrainingSession)).toHaveLength(1);
});

test('explains that there are too many menus for a copy', async () => {
  openMenuShelf().put({ ...others, title: '胸' });
  answer(createTrainingSession, rejectWith(409, 'session_limit_reached'));
  await openSession('胸');
  await press('マイメニューに追加');
  await expect.element(toast('コピーできませんでした')).toBeVisible();
});

test("shares by the phone's dialog, and cancelling is no failure", async () => {
  openMenuShelf().put({ title: '朝' });
  const shared: ShareData[] = [];
  pretendShare(async (data) => {
    shared.push(data);
    throw new DOMException('dismissed', 'AbortError');
  });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openSession('朝');
  await press('共有する');
  const url = `${location.origin}/training-sessions/1`;
  await expect.poll(() => shared).toEqual([{ title: '朝', url }]);
  expect(write).not.toHaveBeenCalled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('copies the link without a share dialog, and explains when that is denied', async () => {
  openMenuShelf().put({ title: '朝' });
  pretendShare();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openSession('朝');
  await press('共有する');
  await expect.element(toast('リンクをコピーしました')).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${location.origin}/training-sessions/1`);
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await press('共有する');
  await expect.element(toast('コピーできませんでした')).toBeVisible();
});

test('explains what sharing a private menu needs first', async () => {
  openMenuShelf().put({ title: '朝', visibility: 'private' });
  await openSession('朝');
  const share = page.getByRole('button', { name: /共有する/ });
  await expect.element(share).toHaveTextContent('公開すると共有できます');
  await expectAccessible();
  await share.click({ force: true });
  await expect.element(toast('編集画面で公開範囲を「公開」に変更してください')).toBeVisible();
});

test('asks before deleting, and removes it from every list', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '消える日' });
  shelf.put({ title: '残る日' });
  const { address, back } = await renderPage('/my-training-sessions');
  await page.getByRole('link', { name: '消える日' }).click();
  await expect.element(heading('消える日')).toBeVisible();
  await press('削除する');
  const dialog = page.getByRole('alertdialog', { name: 'このメニューを削除しますか' });
  await expect.element(dialog.getByRole('button', { name: '削除しない' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('削除する');
  await tapTwice(dialog.getByRole('button', { name: '削除する' }));
  await expect.element(toast('メニューを削除しました')).toBeVisible();
  expect(address()).toBe('/my-training-sessions');
  await expect.poll(titles).toEqual(['残る日']);
  expect(listCalls(deleteTrainingSession)).toHaveLength(1);
  back();
  await expect.element(heading('マイメニュー')).toBeVisible();
});

test('accepts that an earlier attempt has already deleted it', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '消える日' });
  await openSession('消える日');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: '削除する' });
  answer(deleteTrainingSession, lost);
  await press('削除する');
  await confirm.click();
  await expect.element(toast('メニューを削除します')).toBeVisible();
  await expect.element(heading('マイメニュー')).toBeVisible();
  expect(titles()).toEqual([]);
  ignoreConsoleErrors('NetworkError');
  answer(deleteTrainingSession, rejectWith(404, 'not_found'));
  dispatchEvent(new Event('online'));
  await expect.poll(() => listCalls(deleteTrainingSession)).toHaveLength(2);
  // The menu is deleted as wanted, so there is no error.
  await expect.poll(() => readWrites(memberSub)).toEqual([]);
  expect(toast('送信できなかった変更があります').elements()).toEqual([]);
});

test('reports a menu with a reason, once for two taps', async () => {
  openMenuShelf().put({ ...others, title: '重い日' });
  answer(reportTrainingSession, null);
  await openSession('重い日');
  await press('問題を報告する');
  const dialog = page.getByRole('dialog', { name: 'このメニューを報告する' });
  await dialog.getByRole('button', { name: '送信する' }).click();
  await expect.element(dialog.getByText('報告の理由を選んでください')).toBeVisible();
  await expectAccessible();
  await dialog.getByText('宣伝・迷惑行為').click();
  await dialog.getByLabelText('くわしい内容').fill('<b>重すぎます</b>');
  await tapTwice(dialog.getByRole('button', { name: '送信する' }));
  await expect.element(page.getByText('スタッフが内容を確認し')).toBeVisible();
  await expectAccessible();
  await press('閉じる');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(listCalls(reportTrainingSession)).toMatchObject([
    {
      path: '/training-sessions/1/reports',
      body: { reason: 'spam', comment: '<b>重すぎます</b>' },
    },
  ]);
});

test("an own menu cannot be reported, and another member's neither edited nor deleted", async () => {
  const shelf = openMenuShelf();
  shelf.put({ ...others, title: '他人の日' });
  await openSession('他人の日');
  await expect.element(button('問題を報告する')).toBeVisible();
  await expect.element(button('マイメニューに追加')).toBeVisible();
  await expect.element(button('削除する')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: '編集する' })).not.toBeInTheDocument();
  unmountPage();
  shelf.change(1, { title: '自分の日', author: { nickname: 'テツ', isMe: true } });
  await openSession('自分の日');
  await expect.element(page.getByRole('link', { name: '編集する' })).toBeVisible();
  await expect.element(button('削除する')).toBeVisible();
  await expect.element(button('問題を報告する')).not.toBeInTheDocument();
  await expect.element(button('複製する')).toBeVisible();
});

test('the author of a hidden menu reads the reason, and cannot publish it again', async () => {
  const hidden = sampleTrainingSession({
    title: '休みなしの百回',
    visibility: 'private',
    hiddenReason: 'けがにつながる内容のため',
  });
  answer(getTrainingSession, hidden);
  answer(getMyTrainingSession, hidden);
  answer(updateTrainingSession, rejectWith(409, 'hidden_by_staff'));
  const { main } = await renderPage('/training-sessions/7');
  await expect
    .element(page.getByText('スタッフの判断で非公開になりました'))
    .toHaveTextContent('理由：けがにつながる内容のため');
  await expect.element(main.getByRole('button', { name: /共有/ })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: '編集する' }).click();
  await expect.element(heading('メニューの編集')).toBeVisible();
  await page.getByText('説明・タグ・公開範囲').click();
  await page.getByRole('radio', { name: '公開', exact: true }).click();
  await press('保存する');
  await expect.element(page.getByText('「非公開」にすると、内容を保存できます')).toBeVisible();
  expect(listCalls(updateTrainingSession)[0]?.body).toMatchObject({ visibility: 'public' });
});
