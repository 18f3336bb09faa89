import { memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import { holdMachine, releaseMachine } from '@tanren/contract/machines/machine-holds';
import {
  getTrainingSessionRun,
  replaceRunType,
  type RunItem,
  type TrainingSessionRun,
} from '@tanren/contract/menus/menu-runs';
import { getNextMachines, type NextMachines } from '@tanren/contract/menus/next-machines';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { standMachine } from '#test/machines/linked-machine.ts';
import { sampleNextMachine, sampleNextMachines } from '#test/samples/next-machines.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, listRedControls, press, tapTwice, toast } from '#test/support/locators.ts';
import { jump, takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberSub } from '#test/support/session.ts';

const menu = () => page.getByRole('region', { name: 'トレーニング中のメニュー' });
const steps = () => page.getByRole('region', { name: 'メニューの種目' }).getByRole('listitem');
const listSteps = () =>
  steps()
    .elements()
    .map(({ textContent }) => textContent);
const holdCard = () => page.getByRole('region', { name: 'とってあるマシン' });

const itemOf = (workoutTypeId: number, changes: Partial<RunItem> = {}): RunItem => ({
  workoutTypeId,
  sets: 3,
  reps: 10,
  loadKg: null,
  targetLoadKg: 40,
  restSeconds: 90,
  doneSets: 0,
  ...changes,
});

/** Done chest press, then leg press, seated row and lat pulldown. */
const sampleRun = (): TrainingSessionRun => ({
  runId: 1,
  trainingSessionId: null,
  title: '全身の日',
  startedAt: new Date(Date.now() - 600_000).toISOString(),
  endsBy: new Date(Date.now() + 6_000_000).toISOString(),
  completedAt: null,
  items: [itemOf(1, { doneSets: 3 }), itemOf(11), itemOf(5, { targetLoadKg: 45 }), itemOf(4)],
});

const usedLegPress = sampleNextMachine({
  position: 1,
  machineId: 11,
  state: 'used',
  freeInMinutes: 3,
  errorMinutes: 1,
});
const freeRow = sampleNextMachine({ position: 2, machineId: 21 });
const heldPulldown = sampleNextMachine({ position: 3, machineId: 4, state: 'held' });

/** The leg press is used, so the seated row comes first. */
const rowFirst = (changes: Partial<NextMachines> = {}) =>
  sampleNextMachines({
    order: [2, 1, 3],
    reason: 'shorter-wait',
    waitsFor: { position: 1, minutes: 3 },
    minutes: 31,
    items: [usedLegPress, freeRow, heldPulldown],
    ...changes,
  });

/** Opens the page of the run. `change` replaces the answer about the machines. */
async function openRun(machines: NextMachines = rowFirst(), run = sampleRun()) {
  let current = machines;
  answer(getTrainingSessionRun, { run });
  answer(getNextMachines, () => current);
  const rendered = await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent(/マシン\d/);
  return {
    ...rendered,
    change: (next: NextMachines) => {
      current = next;
    },
  };
}

/** Answers holds as the server does. They last 90 seconds. */
function takeHolds(change: (next: NextMachines) => void): void {
  answer(holdMachine, ({ body: { machineId } }) => {
    const made = { machineId, until: new Date(Date.now() + 90_000).toISOString() };
    change(rowFirst({ hold: made }));
    return made;
  });
  answer(releaseMachine, () => {
    change(rowFirst());
    return null;
  });
}

test('proposes the machine with the shortest wait and says why, with every step in that order', async () => {
  await openRun();
  await expect.element(menu()).toHaveTextContent('次はシーテッドロー3セット×10回45kgマシン21空き');
  await expect.element(menu()).toHaveTextContent('レッグプレスはあと約3分。先にシーテッドローへ。');
  await expect.element(menu()).toHaveTextContent('残り約31分（待ち時間を含む）');
  expect(listSteps()).toEqual([
    'チェストプレス3セット×10回40kg3/3',
    'シーテッドロー3セット×10回45kg空き0/3',
    'レッグプレス3セット×10回40kgあと約3分0/3',
    'ラットプルダウン3セット×10回40kg予約中0/3',
  ]);
  await expect.element(steps().nth(1)).toHaveAttribute('aria-current', 'step');
  // The main action is to link the machine, with or without a hold.
  expect(listRedControls()).toEqual(['接続する']);
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('holds the machine once for two taps, counts down, and releases it', async () => {
  takeClock();
  const { change } = await openRun();
  takeHolds(change);
  await tapTwice(button('このマシンを90秒とっておく'));
  await expect.element(holdCard()).toHaveTextContent(/^マシン21をとってあります残り1:(2\d|30)/);
  await expect.element(button('このマシンを90秒とっておく')).not.toBeInTheDocument();
  expect(listCalls(holdMachine).map(({ body }) => body)).toEqual([{ machineId: 21 }]);
  await expectAccessible();
  await jump(1);
  await expect.element(holdCard()).toHaveTextContent(/残り0:(2\d|30)/);
  await press('解放する');
  await expect.element(holdCard()).not.toBeInTheDocument();
  await expect.element(button('このマシンを90秒とっておく')).toBeVisible();
  await expect.element(menu()).not.toHaveTextContent('マシン21を解放しました');
  expect(listCalls(releaseMachine)).toHaveLength(1);
});

test('says that a hold is over, and offers another one', async () => {
  takeClock();
  const { change } = await openRun();
  takeHolds(change);
  await press('このマシンを90秒とっておく');
  await expect.element(holdCard()).toBeVisible();
  change(rowFirst());
  await jump(1.5);
  await expect.element(holdCard()).not.toBeInTheDocument();
  await expect.element(menu()).toHaveTextContent('90秒たったので、マシン21を解放しました。');
  await expect.element(button('このマシンを90秒とっておく')).toBeVisible();
  await jump(1);
  await expect.element(menu()).not.toHaveTextContent('90秒たったので');
});

test('says that another member uses the held machine, and proposes the next one', async () => {
  takeClock();
  const { change } = await openRun();
  takeHolds(change);
  await press('このマシンを90秒とっておく');
  await expect.element(holdCard()).toBeVisible();
  const usedRow = { ...freeRow, state: 'used', freeInMinutes: null } as const;
  change(
    rowFirst({
      order: [3, 1, 2],
      reason: 'menu-order',
      waitsFor: null,
      items: [usedLegPress, usedRow, { ...heldPulldown, state: 'free' }],
    }),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(menu()).toHaveTextContent('マシン21は、ほかの方が使い始めました。');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン');
  await expect.element(button('このマシンを90秒とっておく')).toBeVisible();
  await expectAccessible();
});

test('a hold does not keep a person without the app from the machine', async () => {
  takeClock();
  const { change } = await openRun();
  takeHolds(change);
  await press('このマシンを90秒とっておく');
  await expect.element(holdCard()).toBeVisible();
  const made = { machineId: 21, until: new Date(Date.now() + 60_000).toISOString() };
  const usedRow = { ...freeRow, state: 'used', freeInMinutes: null } as const;
  change(rowFirst({ hold: made, items: [usedLegPress, usedRow, heldPulldown] }));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(menu()).toHaveTextContent('マシン21使用中');
  await expect.element(menu()).toHaveTextContent('マシン21は、ほかの方が使い始めました。');
  await expect.element(holdCard()).not.toBeInTheDocument();
});

test('explains why a machine cannot be held, and shows its new state', async () => {
  const { change } = await openRun();
  answer(holdMachine, () => {
    change(rowFirst({ items: [usedLegPress, { ...freeRow, state: 'held' }, heldPulldown] }));
    return rejectWith(409, 'machine_held');
  });
  await press('このマシンを90秒とっておく');
  await expect.element(toast('マシンをとっておけませんでした')).toBeVisible();
  await expect.element(menu()).toHaveTextContent('マシン21予約中');
  await expect.element(button('このマシンを90秒とっておく')).not.toBeInTheDocument();
});

test('shows within 15 seconds that the machine has become free', async () => {
  takeClock();
  const waiting = sampleNextMachines({ order: [1], items: [usedLegPress] });
  const { change } = await openRun(waiting);
  await expect.element(menu()).toHaveTextContent('マシン11あと約3分');
  await expect.element(menu()).toHaveTextContent('メニューのマシンは、今どれも使用中です。');
  await expect.element(button('このマシンを90秒とっておく')).not.toBeInTheDocument();
  change(sampleNextMachines({ order: [1], items: [{ ...usedLegPress, state: 'free' }] }));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(menu()).toHaveTextContent('マシン11空き');
  await expect.element(button('このマシンを90秒とっておく')).toBeVisible();
});

test('says that the wait for a machine that is used without a link is unknown', async () => {
  const unknown = { ...usedLegPress, freeInMinutes: null, errorMinutes: null };
  await openRun(sampleNextMachines({ order: [1], items: [unknown] }));
  await expect.element(menu()).toHaveTextContent('マシン11使用中');
  await expect.element(menu()).toHaveTextContent('空く時間はわかりません。');
});

test('replaces a used machine by an equal one for this run, and can undo it', async () => {
  const run = sampleRun();
  const alternatives = [
    { workoutTypeId: 12, machineId: 12, loadKg: 35 },
    { workoutTypeId: 13, machineId: 13, loadKg: null },
  ];
  const { change } = await openRun(
    sampleNextMachines({ order: [1], items: [{ ...usedLegPress, alternatives }] }),
    run,
  );
  answer(replaceRunType, ({ body: { position, workoutTypeId } }) => {
    const items = run.items.map((item, at) =>
      at === position
        ? { ...item, workoutTypeId, ...(workoutTypeId === 11 ? {} : { plannedTypeId: 11 }) }
        : item,
    );
    change(sampleNextMachines({ order: [1], items: [sampleNextMachine({ position: 1 })] }));
    answer(getTrainingSessionRun, { run: { ...run, items } });
    return { run: { ...run, items } };
  });
  const others = menu().getByRole('list', { name: '同じ部位を鍛えられる空きマシン' });
  await expect
    .element(others)
    .toHaveTextContent(/レッグエクステンションマシン12・35kg.*マシン13・軽い重量から/);
  await expectAccessible();
  await tapTwice(others.getByRole('button').first());
  await expect.element(menu()).toHaveTextContent('次はレッグエクステンション');
  await expect.element(toast('種目を変更しました')).toBeVisible();
  expect(listCalls(replaceRunType)).toHaveLength(1);
  await press('レッグプレスに戻す');
  await expect.element(menu()).toHaveTextContent('次はレッグプレス');
  await expect.element(button('レッグプレスに戻す')).not.toBeInTheDocument();
  expect(listCalls(replaceRunType).map(({ body }) => body)).toEqual([
    { runId: 1, position: 1, workoutTypeId: 12 },
    { runId: 1, position: 1, workoutTypeId: 11 },
  ]);
});

test('a tap on a step puts it first until the member returns to the proposal', async () => {
  const { go } = await openRun();
  await press('ラットプルダウンを先に行う');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン');
  await expect.element(menu()).toHaveTextContent('選んだ順番です。');
  await expect.element(menu()).not.toHaveTextContent('先にシーテッドローへ');
  await expectAccessible();
  await go('/');
  await go('/tanren-link');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン');
  await press('おすすめに戻す');
  await expect.element(menu()).toHaveTextContent('次はシーテッドロー');
  await expect.element(menu()).not.toHaveTextContent('選んだ順番です。');
});

test('a choice of another run is ignored', async () => {
  await openRun();
  await press('ラットプルダウンを先に行う');
  await expect.element(menu()).toHaveTextContent('次はラットプルダウン');
  await openRun(rowFirst({ runId: 2 }), { ...sampleRun(), runId: 2 });
  await expect.element(menu()).toHaveTextContent('次はシーテッドロー');
});

test('leads from a finished machine to the proposed one, which can be held before leaving', async () => {
  const machine = standMachine();
  const run = { ...sampleRun(), items: [itemOf(1, { sets: 1 }), itemOf(11), itemOf(5)] };
  const inUse = sampleNextMachine({ position: 0, machineId: 12, state: 'used' });
  answer(getTrainingSessionRun, { run });
  let machines = sampleNextMachines({
    order: [0, 2, 1],
    items: [inUse, usedLegPress, sampleNextMachine({ position: 2, machineId: 21 })],
  });
  answer(getNextMachines, () => machines);
  answer(holdMachine, ({ body: { machineId } }) => {
    const made = { machineId, until: new Date(Date.now() + 90_000).toISOString() };
    machines = { ...machines, hold: made };
    return made;
  });
  await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  machine.startSet();
  machine.rep();
  machine.endSet();
  const done = page.getByRole('region', { name: 'この種目は完了' });
  await expect.element(done).toHaveTextContent('次は シーテッドロー');
  const floor = done.getByRole('region', { name: 'フロア' });
  await expect.element(floor).toHaveTextContent(/^次はシーテッドローマシン21空き40kg/);
  await press('マシン21を90秒とっておく');
  await expect.element(holdCard()).toHaveTextContent('マシン21をとってあります');
  expect(listRedControls()).toEqual(['次のマシンへ進む']);
  await expectAccessible();
});

test('shows a change of the machines at once', async () => {
  const machine = standMachine();
  let machines = rowFirst();
  answer(getTrainingSessionRun, { run: sampleRun() });
  answer(getNextMachines, () => machines);
  await renderPage('/tanren-link');
  await expect.poll(machine.isSubscribed).toBe(true);
  await expect.element(steps().nth(2)).toHaveTextContent('レッグプレス3セット×10回40kgあと約3分');
  machines = rowFirst({ items: [{ ...usedLegPress, state: 'free' }, freeRow, heldPulldown] });
  machine.channel.publish(memberLiveTopic(memberSub), { type: 'machines-changed' });
  await expect.element(steps().nth(2)).toHaveTextContent('レッグプレス3セット×10回40kg空き');
});

test('shows no state without a network, and keeps the order', async () => {
  ignoreConsoleErrors('NetworkError');
  await openRun();
  await expect.element(menu()).toHaveTextContent('マシン21空き');
  answer(getNextMachines, lost);
  setOnline(false);
  await expect.element(menu()).not.toHaveTextContent('マシン21');
  await expect.element(menu()).toHaveTextContent('次はシーテッドロー');
  await expect.element(menu()).toHaveTextContent('空いているマシンからどうぞ。');
  await expect.element(button('このマシンを90秒とっておく')).not.toBeInTheDocument();
  setOnline(true);
});

test('shows the menu in its order with a server that knows no order, and asks it only once', async () => {
  takeClock();
  answer(getTrainingSessionRun, { run: sampleRun() });
  await renderPage('/tanren-link');
  await expect.element(menu()).toHaveTextContent('次はレッグプレス');
  await expect.element(menu()).toHaveTextContent('空いているマシンからどうぞ。');
  const calls = listCalls(getNextMachines).length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(listCalls(getNextMachines)).toHaveLength(calls);
});
