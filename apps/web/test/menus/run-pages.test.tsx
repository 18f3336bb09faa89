import {
  endTrainingSessionRun,
  getTrainingSessionRun,
  type RunItem,
  skipRunSets,
  startTrainingSessionRun,
  type TrainingSessionRun,
} from '@tanren/contract/menus/menu-runs';
import {
  deleteTanrenConnection,
  getTanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import { getVisits, listVisits } from '@tanren/contract/workouts/visits';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleListedWorkout, sampleSet, sampleVisits } from '#test/samples/workouts.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import {
  button,
  heading,
  listRedControls,
  press,
  tapTwice,
  toast,
} from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';
import { machineCode, standMachine } from '#test/machines/linked-machine.ts';
import { openMenuShelf } from './menus.ts';

/** One time for all values: a millisecond between two of them could begin another minute. */
const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const itemOf = (workoutTypeId: number, others: Partial<RunItem> = {}): RunItem => ({
  workoutTypeId,
  sets: 2,
  reps: 3,
  loadKg: 40,
  targetLoadKg: 40,
  restSeconds: 90,
  doneSets: 0,
  ...others,
});

const upperBody = (others: Partial<TrainingSessionRun> = {}): TrainingSessionRun => ({
  runId: 1,
  trainingSessionId: 1,
  title: '上半身の日',
  startedAt: minutesAgo(20),
  endsBy: minutesAgo(-220),
  completedAt: null,
  items: [itemOf(1), itemOf(4, { sets: 1, loadKg: null, targetLoadKg: null })],
  ...others,
});

/** Answers the calls of a run and its page. A second session trains the legs. */
function follow(run: TrainingSessionRun): void {
  const shelf = openMenuShelf();
  shelf.put({ title: '上半身の日' });
  shelf.put({ title: '脚の日' });
  let current: TrainingSessionRun | null = run;
  answer(getTrainingSessionRun, () => ({ run: current }));
  answer(endTrainingSessionRun, () => {
    current = null;
    return null;
  });
  answer(startTrainingSessionRun, ({ body: { trainingSessionId } }) => {
    current = upperBody({ runId: 2, trainingSessionId, title: '脚の日', items: [itemOf(11)] });
    return { run: current };
  });
}

function liftSet(machine: ReturnType<typeof standMachine>): void {
  machine.startSet();
  for (let rep = 0; rep < 3; rep += 1) machine.rep();
  machine.endSet();
}

const menu = () => page.getByRole('region', { name: 'トレーニング中のメニュー' });

test('shows between machines where to go next, and every step with its progress', async () => {
  follow(upperBody({ items: [itemOf(1, { doneSets: 2 }), ...upperBody().items.slice(1)] }));
  await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('上半身の日');
  await expect.element(menu()).toHaveTextContent('2/3セット');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン1セット×3回');
  const steps = page.getByRole('region', { name: 'メニューの種目' }).getByRole('listitem');
  await expect.element(steps.first()).toHaveTextContent(/チェストプレス.*40kg2\/2$/);
  await expect.element(steps.nth(1)).toHaveTextContent(/ラットプルダウン.*0\/1$/);
  await expectAccessible();
});

/** Stores a visit with two sets on the chest press during the run. */
function storeVisit() {
  const workout = sampleListedWorkout({
    sets: [sampleSet(40, 3), sampleSet(40, 3)],
    startedAt: minutesAgo(18),
    endedAt: minutesAgo(3),
    personalBests: ['max'],
  });
  const visits = sampleVisits([workout]);
  answer(listVisits, { items: visits, nextCursor: null });
  answer(getVisits, ({ params: { date } }) => ({ date, visits }));
  return `/visits/${visits[0]?.date}`;
}

test('asks before ending a menu early, and a lost answer keeps the run', async () => {
  follow(upperBody());
  const { address } = await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('次はチェストプレス2セット×3回40kg');
  let isLost = true;
  answer(endTrainingSessionRun, () => (isLost ? lost : null));
  await press('メニューを途中で終了する');
  const dialog = page.getByRole('alertdialog', { name: 'メニューを終了しますか' });
  await expect.element(dialog).toHaveTextContent('ここまでの記録は残ります。');
  await expectAccessible();
  await press('終了しない');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listCalls(endTrainingSessionRun)).toEqual([]);
  await press('メニューを途中で終了する');
  await press('終了する');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expect.element(menu()).toBeVisible();
  isLost = false;
  answer(getTrainingSessionRun, { run: null });
  await press('メニューを途中で終了する');
  await press('終了する');
  await expect.element(toast('メニューを終了しました')).toBeVisible();
  // Nothing was lifted, so there is no visit to show.
  await expect.poll(address).toBe('/training-sessions/1');
  await expect.element(button('このメニューを始める')).toBeVisible();
});

test('unlinks the machine when a menu ends early, and opens the finish of the visit', async () => {
  const machine = standMachine();
  follow(upperBody());
  const { address } = await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  liftSet(machine);
  await expect.element(menu()).toHaveTextContent('1/3セット');
  await press('メニューを途中で終了する');
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('マシンとの接続を解除し、ここまでの記録を保存します。');
  await press('終了する');
  await expect.poll(() => listCalls(deleteTanrenConnection)).toHaveLength(1);
  // The machine sends the record after the link has ended, so the finish waits for it.
  const path = storeVisit();
  await expect.poll(address).toBe(`${path}/finished`);
  await expect.element(heading('おつかれさまでした')).toBeVisible();
  const result = page.getByRole('region', { name: 'メニューの結果' });
  await expect.element(result).toHaveTextContent('上半身の日メニュー終了 1/3セット');
  expect(listCalls(endTrainingSessionRun)).toHaveLength(1);
});

test('the end of a run of a deleted menu leads to the list of workouts', async () => {
  follow(upperBody({ trainingSessionId: null }));
  const { address } = await renderPage('/tanren-link');
  await press('メニューを途中で終了する');
  await press('終了する');
  await expect.poll(address).toBe('/workouts');
  await expect.element(heading('トレーニング履歴')).toBeVisible();
});

test('shows the totals after the last set, and links to the records', async () => {
  const items = upperBody().items.map((item) => ({ ...item, doneSets: item.sets }));
  follow(upperBody({ items }));
  const path = storeVisit();
  const { address } = await renderPage('/tanren-link');
  const done = page.getByRole('region', { name: 'メニュー完了' });
  await expect.element(done).toHaveTextContent('今日の合計総発揮力240kg1種目2セット15分');
  await expect.element(done).toHaveTextContent('自己ベスト更新 チェストプレス（最大重量）');
  const visit = done.getByRole('link', { name: '今日の記録を見る' });
  await expect.element(visit).toHaveAttribute('href', path);
  // Another machine can be linked, but the main action is to end the menu.
  await expect.element(button('接続する')).toBeVisible();
  expect(listRedControls()).toEqual(['終了する']);
  await expectAccessible();
  await press('終了する');
  await expect.poll(address).toBe(`${path}/finished`);
  // The finish shows the menu first, and then the same totals.
  const result = page.getByRole('region', { name: 'メニューの結果' });
  await expect.element(result).toHaveTextContent('上半身の日メニュー完了 3/3セット');
  const sums = page.getByRole('region', { name: '今日の合計' });
  await expect.element(sums).toHaveTextContent('総発揮力240kg1種目2セット15分');
  const isBelow = result.element().compareDocumentPosition(sums.element());
  expect(isBelow & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('counts the last set at once on every page, before the machine has sent it', async () => {
  const machine = standMachine();
  follow(upperBody({ items: [itemOf(1, { sets: 1 })] }));
  const { go } = await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  liftSet(machine);
  const done = page.getByRole('region', { name: 'メニュー完了' });
  await expect.element(done).toHaveTextContent('1セット');
  await expect.element(done).toHaveTextContent('120kg');
  await expect.element(done).toHaveTextContent(/2\d分/);
  await go('/');
  await expect.element(page.getByRole('link', { name: /マシン 12/ })).toBeVisible();
  await go('/tanren-link');
  await expect.element(done).toHaveTextContent('1セット');
});

test('the last tap unlinks the machine and ends the run once each, and a failed unlink keeps the run', async () => {
  const machine = standMachine();
  follow(upperBody({ items: [itemOf(1, { sets: 1 })] }));
  const { address } = await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  liftSet(machine);
  const finish = button('トレーニングを終える');
  await expect.element(finish).toBeVisible();
  // The page offers one way to leave the machine, not two.
  await expect.element(button('接続を解除する')).not.toBeInTheDocument();
  let isLost = true;
  answer(deleteTanrenConnection, () => (isLost ? lost : null));
  await finish.click();
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  expect(listCalls(endTrainingSessionRun)).toEqual([]);
  await expect.element(finish).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  isLost = false;
  await tapTwice(finish);
  await expect.poll(address).toBe('/training-sessions/1');
  expect(listCalls(deleteTanrenConnection)).toHaveLength(2);
  expect(listCalls(endTrainingSessionRun)).toHaveLength(1);
});

test('shows the running menu after a reload without a network, and the link as soon as it is known', async () => {
  follow(upperBody());
  answer(getTanrenConnection, lost);
  await renderPage('/tanren-link');
  await expect.element(page.getByText('マシンとの接続を確認できません')).toBeVisible();
  await expect.element(menu()).toHaveTextContent('次はチェストプレス2セット×3回40kg');
  await expect.element(page.getByRole('region', { name: 'メニューの種目' })).toBeVisible();
  await expect.element(button('接続する')).not.toBeInTheDocument();
  await expectAccessible();
  answer(getTanrenConnection, { connection: null, ended: null });
  setOnline(false);
  setOnline(true);
  await expect.element(button('接続する')).toBeVisible();
  await expect.element(page.getByText('マシンとの接続を確認できません')).not.toBeInTheDocument();
  await expect.element(menu()).toBeVisible();
});

/** Answers as the server does: skipped sets are removed from the plan of the run. */
function takeSkips(run: TrainingSessionRun): void {
  let current = run;
  answer(getTrainingSessionRun, () => ({ run: current }));
  answer(skipRunSets, ({ body: { position, skippedSets } }) => {
    const items = current.items.map((item, at) =>
      at === position
        ? { ...item, sets: item.sets + (item.skippedSets ?? 0) - skippedSets, skippedSets }
        : item,
    );
    current = { ...current, items };
    return { run: current };
  });
}

test('says that the linked machine is not part of the menu', async () => {
  standMachine();
  follow(upperBody({ items: [itemOf(11)] }));
  await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('メニューに含まれていません。');
});

test('skips a set on the linked machine, and can undo it', async () => {
  const machine = standMachine();
  const run = upperBody({ items: [itemOf(1, { sets: 3 }), itemOf(4)] });
  follow(run);
  takeSkips(run);
  await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  liftSet(machine);
  await expect.element(menu()).toHaveTextContent('1/5セット');
  await tapTwice(button('このセットをスキップする'));
  await expect.element(menu()).toHaveTextContent('1/4セット');
  await expect.element(page.getByText('1セットをスキップ')).toBeVisible();
  await expectAccessible();
  await press('元に戻す');
  await expect.element(menu()).toHaveTextContent('1/5セット');
  expect(listCalls(skipRunSets).map(({ body }) => body)).toEqual([
    { runId: 1, position: 0, skippedSets: 1 },
    { runId: 1, position: 0, skippedSets: 0 },
  ]);
});

test('skips a whole machine between machines, and continues with the next', async () => {
  const run = upperBody();
  follow(run);
  takeSkips(run);
  await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('次はチェストプレス');
  await press('チェストプレスの残りをスキップする');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン');
  await expect.element(menu()).toHaveTextContent('0/1セット');
  const first = page.getByRole('region', { name: 'メニューの種目' }).getByRole('listitem').first();
  await expect.element(first).toHaveTextContent('チェストプレス2セットをスキップ');
  await expectAccessible();
  await press('チェストプレスのスキップを元に戻す');
  await expect.element(menu()).toHaveTextContent('次はチェストプレス2セット×3回');
});

const currentSet = () => page.getByRole('region', { name: '現在のセット' });

test('shows set by set the target, the rest, another item on the same machine, and extra sets', async () => {
  takeClock();
  const machine = standMachine();
  const lighter = { sets: 1, reps: 5, loadKg: 20, targetLoadKg: 20 };
  follow(upperBody({ items: [itemOf(1, { restSeconds: 9 }), itemOf(1, lighter), itemOf(4)] }));
  await renderPage('/tanren-link');
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('セット 1/2');
  await expect.element(target).toHaveTextContent('3回40kg');
  await expect.poll(machine.isSubscribed).toBe(true);
  const lift = (reps: number) => {
    machine.startSet();
    for (let rep = 0; rep < reps; rep += 1) machine.rep();
  };
  machine.load(35);
  await expect.element(target).toHaveTextContent('マシンの設定は35kgです');
  await expectAccessible();
  machine.load(40);
  await expect.element(target).not.toHaveTextContent('マシンの設定は');
  lift(3);
  await expect.element(currentSet()).toHaveTextContent('セット 1/2');
  await expect.element(currentSet()).toHaveTextContent('目標 3回・40kg');
  machine.endSet();
  await expect.element(currentSet()).toHaveTextContent('1/2セット終了');
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^あと 0:0\d$/);
  await expect.element(menu()).toHaveTextContent('1/5セット');
  await expectAccessible();
  await press('+30秒');
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^あと 0:3\d$/);
  vi.advanceTimersByTime(9000);
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^あと 0:(2\d|30)$/);
  await press('スキップ');
  await expect.element(page.getByText('次のセットへ')).toBeVisible();
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument();
  await expect.element(button('スキップ')).toHaveAttribute('aria-disabled', 'true');
  for (const name of ['+30秒', 'スキップ']) {
    expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible();
  lift(3);
  machine.endSet();
  await expect.element(currentSet()).toHaveTextContent('2/2セット終了');
  await expect.element(currentSet()).toHaveTextContent('次は 5回・20kg（マシンの設定は40kgです）');
  machine.load(20);
  await expect.element(currentSet()).not.toHaveTextContent('マシンの設定は');
  lift(5);
  await expect.element(currentSet()).toHaveTextContent('セット 1/1');
  machine.endSet();
  const done = page.getByRole('region', { name: 'この種目は完了' });
  await expect.element(done).toHaveTextContent('次は ラットプルダウン');
  // The floor shows the way from this machine to the next one.
  const floor = done.getByRole('region', { name: 'フロア' });
  await expect.element(floor).toHaveTextContent(/^次はラットプルダウンマシン4空き/);
  await expect.element(menu()).toHaveTextContent('3/5セット');
  await expectAccessible();
  lift(1);
  await expect.element(currentSet()).toHaveTextContent('4セット目');
});

test('the ring turns white and the phone vibrates once when the target is reached', async () => {
  const machine = standMachine();
  follow(upperBody());
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  // Browsers vibrate only after a tap.
  await page.getByRole('heading', { level: 1 }).click();
  machine.startSet();
  machine.rep();
  machine.rep();
  await expect.element(currentSet()).toHaveTextContent('もう1回');
  const tone = () => currentSet().element().querySelector('[data-tone]')?.getAttribute('data-tone');
  expect(tone()).toBe('red');
  expect(vibrate).not.toHaveBeenCalled();
  machine.rep();
  await expect.element(currentSet()).toHaveTextContent('目標達成');
  expect(tone()).toBe('white');
  await expect.poll(() => vibrate).toHaveBeenCalledExactlyOnceWith([200, 100, 200]);
  machine.rep();
  await expect.element(currentSet()).toHaveTextContent('4回');
  expect(vibrate).toHaveBeenCalledOnce();
});

test('a complete run leaves the next machine, and can be started again', async () => {
  const items = upperBody().items.map((item) => ({ ...item, doneSets: item.sets }));
  standMachine({ linked: false });
  follow(upperBody({ items, completedAt: minutesAgo(1) }));
  const { go } = await renderPage('/training-sessions/1');
  await expect.element(button('このメニューを始める')).toBeVisible();
  await go('/tanren-link');
  const done = page.getByRole('region', { name: 'メニュー完了' });
  await expect.element(done).toBeVisible();
  await page.getByRole('textbox', { name: '接続コード' }).fill(machineCode);
  await press('接続する');
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.element(done).not.toBeInTheDocument();
});

test("the menu's page continues its run, and another menu's page explains what starting would do", async () => {
  follow(upperBody({ items: [itemOf(1, { doneSets: 1 })] }));
  const { address, go, main } = await renderPage('/training-sessions/1');
  await expect.element(page.getByRole('link', { name: '続ける' })).toBeVisible();
  await expect.element(main).toHaveTextContent('1/2セット');
  await expectAccessible();
  await go('/training-sessions/2');
  await expect.element(page.getByText('トレーニング中の「上半身の日」は終了します')).toBeVisible();
  // The sticky button covers nothing at the end of the page.
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  await expectAccessible();
  await press('このメニューを始める');
  await expect.poll(address).toBe('/tanren-link');
  await expect.element(menu()).toHaveTextContent('脚の日');
  expect(listCalls(startTrainingSessionRun)).toMatchObject([{ body: { trainingSessionId: 2 } }]);
});

test('explains why a menu cannot be started', async () => {
  openMenuShelf().put({ title: '上半身の日' });
  answer(startTrainingSessionRun, rejectWith(404, 'not_found'));
  const { address } = await renderPage('/training-sessions/1');
  await press('このメニューを始める');
  await expect.element(toast('メニューを始められませんでした')).toBeVisible();
  expect(address()).toBe('/training-sessions/1');
});

test('shows changes of another device within 15 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  follow(upperBody());
  await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('上半身の日');
  const legDay = upperBody({ runId: 2, trainingSessionId: 2, title: '脚の日' });
  answer(getTrainingSessionRun, { run: legDay });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(menu()).toHaveTextContent('脚の日');
  answer(getTrainingSessionRun, { run: null });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(menu()).not.toBeInTheDocument();
});

test('the editor explains what an open run keeps, only for its menu', async () => {
  follow(upperBody());
  const { go } = await renderPage('/training-sessions/1/edit');
  const keeps = page.getByText('始めたときの内容のまま続きます');
  await expect.element(keeps).toHaveTextContent('変更は、次に始めるときから反映されます');
  await expectAccessible();
  await go('/training-sessions/2/edit');
  await expect.element(page.getByLabelText('タイトル')).toHaveValue('脚の日');
  await expect.element(keeps).not.toBeInTheDocument();
});

test('deleting explains what an open run keeps, only for its menu', async () => {
  follow(upperBody());
  const { go } = await renderPage('/training-sessions/1');
  const dialog = page.getByRole('alertdialog');
  await press('削除する');
  await expect.element(dialog).toHaveTextContent('始めたときの内容のまま最後まで続けられます');
  await expectAccessible();
  await press('削除しない');
  await go('/training-sessions/2');
  await expect.element(heading('脚の日')).toBeVisible();
  await press('削除する');
  await expect.element(dialog).toHaveTextContent('元に戻すことはできません');
  await expect.element(dialog).not.toHaveTextContent('始めたときの内容');
});
