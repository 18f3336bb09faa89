import { listTrainingSessionRuns } from '@tanren/contract/training-session-runs';
import { listWorkoutLoads, type WorkoutLoad } from '@tanren/contract/workout-loads';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { button, heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { itemOf, openSessionShelf } from './training-sessions.ts';

const startedAt = '2026-03-02T09:00:00.000Z';

function loadOf(workoutTypeId: number, lastLoad: number, lastReps: number): WorkoutLoad {
  return {
    workoutTypeId,
    lastLoad,
    lastReps,
    lastPlannedReps: null,
    lastWorkoutAt: startedAt,
    maxLoad: lastLoad,
    recentBest: lastLoad,
    maxLoadAt: startedAt,
    estimatedOneRepMax: null,
    nextLoad: lastReps >= 12 ? lastLoad + 2.5 : lastLoad,
    nextLoadReason: lastReps >= 12 ? 'raise' : 'keep',
    nextLoadNote: null,
  };
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

test('a session: what is to be done, with the own loads, and what was done', async () => {
  const shelf = openSessionShelf();
  shelf.put({
    title: '朝の全身',
    description: '一行目\n\n三行目',
    items: [
      itemOf(1),
      itemOf(11, { loadKg: 100, reps: 8, restSeconds: 120 }),
      itemOf(8, { sets: 1 }),
      itemOf(3, { loadKg: 20 }),
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
  const items = page.getByRole('region', { name: 'メニュー' }).getByRole('listitem');
  const texts = [
    /チェストプレス3セット×10回おすすめ42\.5kg前回 40kg×12回セット間の休憩 1分30秒$/,
    /レッグプレス3セット×8回100kg前回 90kg×9回・次回の目安 90kgセット間の休憩 2分$/,
    /アブドミナル1セット×10回おすすめまだ記録がないため、重さは当日マシンで確認しましょう。$/,
    /ショルダープレス3セット×10回20kgこの種目の記録はまだありません。/,
  ];
  expect(items.elements()).toHaveLength(texts.length);
  for (const [index, text] of texts.entries()) {
    await expect.element(items.nth(index)).toHaveTextContent(text);
  }
  await expect.element(button('このセッションを始める')).toBeInViewport();
  const done = page.getByRole('region', { name: '実施の記録' }).getByRole('link');
  await expect.element(done.first()).toHaveTextContent('チェストプレス1セット 12回・最大 40kg');
  await expect.element(done.first()).toHaveAttribute('href', '/workouts/7');
  await expect.element(done.nth(1)).toHaveTextContent('レッグプレス');
  await expectAccessible();
  await page.viewport(1280, 800);
  await expectAccessible();
  expectNoSidewaysScroll();
  const book = page.getByRole('link', { name: /予約する（約\d+分）/ });
  await expect.element(book).toHaveAttribute('href', '/reservations?trainingSessionId=1');
  await page.getByRole('link', { name: '編集する' }).click();
  await expect.element(heading('セッションの編集')).toBeVisible();
  expect(address()).toBe('/training-sessions/1/edit');
});

test('what is not there is a missing page, also when it vanishes while it is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shelf = openSessionShelf();
  shelf.put({ title: '消える日', author: { nickname: 'ハル', isMe: false } });
  const { go } = await renderPage('/training-sessions/2147483647');
  await expect.element(heading('Page not found')).toBeVisible();
  await go('/training-sessions/1');
  await expect.element(heading('消える日')).toBeVisible();
  shelf.remove(1);
  // Somebody comes back to the page later.
  vi.setSystemTime(Date.now() + 60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(heading('Page not found')).toBeVisible();
});
