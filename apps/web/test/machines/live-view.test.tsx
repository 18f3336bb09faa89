import { memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import {
  deleteTanrenConnection,
  issueTanrenMqtt,
} from '@tanren/contract/machines/tanren-connection';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, setOnline, setServerAhead } from '#test/support/answers.ts';
import { button, heading, press, tapTwice } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberSub } from '#test/support/session.ts';
import { typesWithFirstLoad } from '#test/support/usual-answers.ts';
import { sampleWorkout, sampleLoad } from '#test/samples/workouts.ts';
import { machineCode, standMachine } from './linked-machine.ts';

const counter = page.getByRole('status', { name: '回数' });
const badge = page.getByRole('main').getByRole('status').first();

async function openLinked() {
  const machine = standMachine();
  const screen = await renderPage('/tanren-link');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  return { machine, ...screen };
}

async function lift(machine: ReturnType<typeof standMachine>, reps: number): Promise<void> {
  machine.startSet();
  for (let rep = 0; rep < reps; rep += 1) machine.rep();
  await expect.element(counter).toHaveTextContent(`${reps}回`);
}

test('shows every rep, set by set, with totals', async () => {
  const { machine } = await openLinked();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.element(page.getByText('TANREN 新宿・マシン 12')).toBeVisible();
  await expect.element(page.getByText('動かし始めると')).toBeVisible();
  await expectAccessible();
  machine.load(40);
  await expect.element(page.getByText('マシンの設定 40kg')).toBeVisible();
  await lift(machine, 3);
  await expect.element(page.getByText('1セット目')).toBeVisible();
  machine.rep();
  await expect.element(counter).toHaveTextContent('4回');
  const current = page.getByRole('region', { name: '現在のセット' });
  await expect.element(current).toHaveTextContent(/^その調子です/);
  // The number is readable from two metres away.
  const { fontSize } = getComputedStyle(counter.getByText('4').element());
  expect(Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(144);
  await expectAccessible();
  machine.endSet();
  await expect.element(page.getByText('1セット終了')).toBeVisible();
  await expect.element(current).toHaveTextContent(/^休憩/);
  await expectAccessible();
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^経過 ?0:0\d$/);
  await lift(machine, 5);
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument();
  await expect.element(page.getByText('360kg')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'トレーニング中' });
  await expect.element(row).toHaveTextContent('5回');
});

test('shows range and tempo of each rep where the machine measures them', async () => {
  const machine = standMachine();
  machine.change({}, { measures: ['rangeMm', 'concentricMs', 'eccentricMs'] });
  await renderPage('/tanren-link');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await lift(machine, 2);
  const figure = page.getByRole('figure', { name: /^可動域/ });
  await expect.element(figure).toHaveAccessibleName('可動域');
  const before = counter.element().getBoundingClientRect();
  machine.measure(400, 300);
  await expect.element(figure).toHaveAccessibleName('可動域：直前の1回は、いちばん広かった回の75%');
  // Nothing moves when the values arrive.
  expect(counter.element().getBoundingClientRect()).toEqual(before);
  const bars = figure.element().firstElementChild?.children ?? [];
  const heights = [...bars].map((bar) => bar.getBoundingClientRect().height);
  expect(heights).toHaveLength(2);
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(0.75, 1);
  await expect.element(page.getByText('上げ1.0秒・下げ1.4秒')).toBeVisible();
  await expectAccessible();
  machine.endSet();
  machine.startSet();
  await expect.element(figure).toHaveAccessibleName('可動域');
  await expect.element(page.getByText('上げ1.0秒')).not.toBeInTheDocument();
});

test('keeps no space for measures of a machine that measures nothing', async () => {
  const { machine } = await openLinked();
  await lift(machine, 1);
  machine.measure(400);
  await lift(machine, 2);
  await expect.element(page.getByRole('figure')).not.toBeInTheDocument();
});

test('shows the seat position of the last time before the first set', async () => {
  const machine = standMachine();
  await renderPage('/tanren-link');
  await expect.element(page.getByText('動かし始めると')).toBeVisible();
  await expect.element(page.getByText('前回のシート位置')).not.toBeInTheDocument();
  machine.change({ lastSeat: 4 });
  await renderPage('/tanren-link');
  await expect.element(page.getByText('前回のシート位置：4')).toBeVisible();
  await expectAccessible();
});

test('says how the machine differs, and the chance with the suggested load', async () => {
  const load = sampleLoad({ nextLoadChance: { reps: 12, chance: 0.79 } });
  answer(listWorkoutLoads, [load]);
  const machine = standMachine();
  await renderPage('/tanren-link');
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('55kg12回できる見込み：およそ80%');
  await expect.element(target).not.toHaveTextContent('このマシンは');
  machine.change({ machineFeel: 'heavier' });
  await renderPage('/tanren-link');
  await expect.element(target).toHaveTextContent('このマシンは同じ表示でも少し重めです。');
  await expectAccessible();
  machine.change({ machineFeel: 'lighter' });
  await renderPage('/tanren-link');
  await expect.element(target).toHaveTextContent('このマシンは同じ表示でも少し軽めです。');
});

test('says that staff inspect the machine, also during a set', async () => {
  const { machine } = await openLinked();
  await expect.element(page.getByText('点検中')).not.toBeInTheDocument();
  machine.change({ inspection: true });
  await renderPage('/tanren-link');
  await expect.element(page.getByText('このマシンは点検中です。')).toBeVisible();
  await lift(machine, 1);
  await expect.element(page.getByText('このマシンは点検中です。')).toBeVisible();
  await expectAccessible();
});

test('shows nothing but the set until it ends or the machine falls silent', async () => {
  stopTimers();
  const { machine } = await openLinked();
  const frame = () => [
    page.getByRole('banner').elements().length,
    page.getByRole('navigation', { name: 'メインメニュー' }).elements().length,
  ];
  expect(frame()).toEqual([1, 1]);
  await lift(machine, 2);
  expect(frame()).toEqual([0, 0]);
  await expect.element(button('接続を解除する')).toBeVisible();
  machine.endSet();
  await expect.poll(frame).toEqual([1, 1]);
  await lift(machine, 1);
  expect(frame()).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(71_000);
  await expect.element(cutOff).toBeVisible();
  expect(frame()).toEqual([1, 1]);
});

test('explains to a linked member that machines cannot be reached, and what happens to the record', async () => {
  const machine = standMachine();
  machine.setReachable(false);
  machine.change({}, { online: false });
  await renderPage('/tanren-link');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('記録はマシンに残り、復旧後に保存');
  // The outage is reported only once.
  await expect.element(page.getByText('マシンからデータが届いていません')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a page opened during a set shows the count at once', async () => {
  const machine = standMachine();
  machine.startSet();
  for (let rep = 0; rep < 4; rep += 1) machine.rep();
  await renderPage('/tanren-link');
  await expect.element(counter).toHaveTextContent('4回');
});

test('a page opened during a rest counts from the end of the set', async () => {
  const machine = standMachine();
  machine.startSet();
  machine.rep();
  machine.endSet();
  machine.load(45);
  await renderPage('/tanren-link');
  await expect.element(page.getByText('1セット終了')).toBeVisible();
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^経過 ?0:0\d$/);
});

test('links to a stored workout, and marks a personal best', async () => {
  const { machine, address } = await openLinked();
  await expect.element(page.getByText('軽い重量から始めて')).toBeVisible();
  await lift(machine, 2);
  answer(listWorkoutLoads, [sampleLoad({ lastLoad: 40, lastReps: 5 })]);
  machine.store([]);
  await expect.element(page.getByText('記録を保存しました')).toBeVisible();
  expect(document.querySelector('[data-celebrates]')).toBeNull();
  // The target for the next bout appears without a reload.
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('前回は40kgを5回');
  machine.load(45);
  await lift(machine, 6);
  await expect.element(page.getByText('記録を保存しました')).not.toBeInTheDocument();
  machine.store(['max', 'tfo']);
  const notice = page.getByRole('status').filter({ hasText: '自己ベスト更新！' });
  await expect.element(notice).toHaveTextContent('最大重量・総発揮力');
  expect(notice.element().querySelector('[data-celebrates]')).not.toBeNull();
  await expect.element(notice).toHaveTextContent('最大重量 45kg総発揮力 270kg');
  await expect.element(notice).toHaveTextContent('チェストプレス1セット・6回');
  await expectAccessible();
  answer(getWorkout, ({ params }) => sampleWorkout({ id: params.workoutId }));
  await page.getByRole('link', { name: '記録を見る' }).click();
  await expect.poll(address).toBe('/workouts/2');
});

test('unlinking asks only during a workout, and shows its result', async () => {
  const { machine } = await openLinked();
  await lift(machine, 2);
  await press('接続を解除する');
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('ここまでの記録が保存されます');
  await expectAccessible();
  await press('解除しない');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(counter).toHaveTextContent('2回');
  expect(listCalls(deleteTanrenConnection)).toHaveLength(0);
  await press('接続を解除する');
  await press('解除する');
  await expect.element(heading('マシンと接続')).toBeVisible();
  machine.release('member');
  machine.store([]);
  await expect.element(page.getByText('接続を解除しました。')).toBeVisible();
  await expect.element(page.getByText('記録を保存しました')).toBeVisible();
  expect(listCalls(deleteTanrenConnection)).toHaveLength(1);
  await expectAccessible();
});

test('unlinks at once without a workout, and once for a double tap', async () => {
  const { machine } = await openLinked();
  let end = () => {};
  const ended = new Promise<null>((resolve) => {
    end = () => {
      machine.release('member');
      resolve(null);
    };
  });
  answer(deleteTanrenConnection, () => ended);
  await tapTwice(page.getByRole('button', { name: '接続を解除する' }));
  end();
  await expect.element(heading('マシンと接続')).toBeVisible();
  expect(listCalls(deleteTanrenConnection)).toHaveLength(1);
});

test('fetches the loads again for the next link, because they follow the machine', async () => {
  const showLoad = (nextLoad: number) => {
    answer(listWorkoutLoads, [sampleLoad({ nextLoad })]);
  };
  const target = page.getByRole('region', { name: '今回の目標' });
  showLoad(50);
  standMachine();
  await renderPage('/tanren-link');
  await expect.element(target).toHaveTextContent('50kg');
  showLoad(47.5);
  await press('接続を解除する');
  await page.getByRole('textbox', { name: '接続コード' }).fill(machineCode);
  await press('接続する');
  await expect.element(target).toHaveTextContent('47.5kg');
});

test('shows what another device has linked or ended', async () => {
  const { machine } = await openLinked();
  await lift(machine, 1);
  machine.release('moved');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(page.getByText('別のマシンに接続したため')).toBeVisible();
});

test('explains why the server rejected a workout', async () => {
  const { machine } = await openLinked();
  await lift(machine, 1);
  machine.reject();
  const alert = page.getByRole('main').getByRole('alert');
  await expect.element(alert).toHaveTextContent('マシンの時計がずれているため');
  await expect.element(alert).toHaveTextContent('スタッフにお知らせください');
  await expectAccessible();
});

test('shows the workout in two columns on a desktop, and is accessible', async () => {
  await page.viewport(1280, 800);
  const { machine } = await openLinked();
  await lift(machine, 3);
  expectNoSidewaysScroll();
  await expectAccessible();
});

/** Fails if another element covers a corner of the element, or if it extends beyond the screen. */
function expectUncovered(element: Element): void {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  for (const [x, y] of [
    [left + 1, top + 1],
    [right - 1, top + 1],
    [left + 1, bottom - 1],
    [right - 1, bottom - 1],
  ] as const) {
    const seen = document.elementFromPoint(x, y);
    const isSeen = seen !== null && (element.contains(seen) || seen.contains(element));
    expect(isSeen, `${element.textContent} at ${Math.round(x)},${Math.round(y)}`).toBe(true);
  }
}

test('shows the count and the weight above the navigation on a phone held sideways', async () => {
  await page.viewport(844, 390);
  const { machine } = await openLinked();
  machine.load(42.5);
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('マシンの設定 42.5kg');
  expectUncovered(target.element());
  await lift(machine, 12);
  const current = page.getByRole('region', { name: '現在のセット' });
  expectUncovered(counter.getByText('12').element());
  expectUncovered(current.getByText('42.5kg').element());
  expectNoSidewaysScroll();
  await expectAccessible();
  machine.endSet();
  await expect.element(current).toHaveTextContent(/^休憩/);
  expectUncovered(counter.getByText('12').element());
  expectUncovered(current.getByText('42.5kg').element());
  expectUncovered(page.getByRole('timer').element());
});

test("shows a trainer's change at once, and marks a load that is far too heavy", async () => {
  answer(listWorkoutLoads, [sampleLoad({ recentBest: 40, nextLoad: 40 })]);
  const { machine } = await openLinked();
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('40kg');
  await expect.element(target).not.toHaveTextContent('かなり重い');
  const note = { text: '試技です。', nickname: 'コウジ' };
  answer(listWorkoutLoads, [
    sampleLoad({ recentBest: 40, nextLoad: 150, nextLoadReason: 'trainer', nextLoadNote: note }),
  ]);
  machine.replan();
  await expect.element(target).toHaveTextContent('150kg');
  await expect
    .element(target)
    .toHaveTextContent(
      '最近の最大重量（40kg）よりかなり重い設定です。マシンの画面で確認すると、この重量になります。',
    );
  await expectAccessible();
});

test("shows a trainer's load for a new type as the target at once, with the reason", async () => {
  const { machine } = await openLinked();
  const target = page.getByRole('region', { name: '今回の目標' });
  await expect.element(target).toHaveTextContent('軽い重量から始めて');
  answer(listWorkoutTypes, typesWithFirstLoad(1, 20, '初めてなので、軽めから。'));
  machine.replan();
  await expect.element(target).toHaveTextContent('20kgコウジさんより：初めてなので、軽めから。');
  await expect.element(target).not.toHaveTextContent('軽い重量から始めて');
  await expectAccessible();
});

const cutOff = page.getByText('マシンからデータが届いていません');

/** Replaces timers. Time passes by itself, and tests can advance it. */
function stopTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

test('reports a disconnected machine within half a minute, and keeps the count', async () => {
  stopTimers();
  const { machine } = await openLinked();
  machine.startSet();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  await expect.element(cutOff).not.toBeInTheDocument();
  machine.change({}, { online: false });
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(cutOff).toBeVisible();
  await expect.element(badge).toHaveTextContent('マシンの応答を待っています');
  await expect.element(counter).toHaveTextContent('1回');
  await expectAccessible();
});

test('reports a machine that becomes silent during a set', async () => {
  stopTimers();
  const { machine } = await openLinked();
  machine.startSet();
  await expect.element(counter).toHaveTextContent('0回');
  await vi.advanceTimersByTimeAsync(71_000);
  await expect.element(badge).toHaveTextContent('マシンの応答を待っています');
  await expect.element(cutOff).toBeVisible();
  machine.rep();
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await expect.element(cutOff).not.toBeInTheDocument();
});

test('a lost network loses nothing, because the newest message contains everything', async () => {
  const { machine } = await openLinked();
  machine.startSet();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  machine.channel.setReachable(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  await expect.element(page.getByText('通信が途切れています')).toBeVisible();
  // The notice is visible, so the badge is only for screen readers.
  expect(badge.element().getBoundingClientRect().width).toBeLessThanOrEqual(1);
  await expectAccessible();
  machine.rep();
  machine.rep();
  await expect.element(counter).toHaveTextContent('1回');
  machine.channel.setReachable(true);
  dispatchEvent(new Event('online'));
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  // Each connection has its own credentials.
  expect(listCalls(issueTanrenMqtt)).toHaveLength(2);
  machine.rep();
  await expect.element(counter).toHaveTextContent('4回');
  await expect.element(page.getByText('通信が途切れています')).not.toBeInTheDocument();
});

test('offers to reconnect by hand', async () => {
  const { machine } = await openLinked();
  machine.channel.setReachable(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  machine.channel.setReachable(true);
  await press('今すぐ再接続');
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  await expect.element(button('今すぐ再接続')).not.toBeInTheDocument();
});

test('a phone without a network says so at once, and recovers with it', async () => {
  const { machine } = await openLinked();
  setOnline(false);
  await expect.element(badge).toHaveTextContent('再接続中');
  machine.startSet();
  machine.rep();
  setOnline(true);
  await expect.element(badge).toHaveTextContent(/^接続中$/);
  machine.rep();
  await expect.element(counter).toHaveTextContent('2回');
});

test('a link idle for ten minutes has ended, with an explanation', async () => {
  const { machine } = await openLinked();
  await expect.element(page.getByText(/マシンを動かさないと/)).not.toBeInTheDocument();
  machine.release('idle');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(page.getByText('10分間マシンの動きがなかったため')).toBeVisible();
  await expectAccessible();
});

test('a phone that was asleep when its link was released shows the reason', async () => {
  standMachine({ linked: false }).endUnheard('idle');
  await renderPage('/tanren-link');
  await expect.element(page.getByText('10分間マシンの動きがなかったため')).toBeVisible();
  await expectAccessible();
});

test('a link that ends while the channel opens has ended as soon as it is open', async () => {
  const machine = standMachine();
  answer(issueTanrenMqtt, () => {
    machine.endUnheard('idle');
    return {
      url: 'ws://broker.example/mqtt',
      clientId: 'page-1',
      username: memberSub,
      password: 'works-once',
      topics: [memberLiveTopic(memberSub)],
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      lastMessages: [],
    };
  });
  await renderPage('/tanren-link');
  await expect.element(page.getByText('10分間マシンの動きがなかったため')).toBeVisible();
});

test('does not explain an end to the member who unlinked', async () => {
  standMachine({ linked: false }).endUnheard('member');
  await renderPage('/tanren-link');
  await expect.element(heading('マシンと接続')).toBeVisible();
  await expect.element(page.getByText('接続を解除しました')).not.toBeInTheDocument();
});

test('an idle link warns of its end until a rep is lifted', async () => {
  stopTimers();
  const machine = standMachine();
  machine.change({ releasesAt: new Date(Date.now() + 45_000).toISOString() });
  await renderPage('/tanren-link');
  const warning = page.getByText(/あと4\d秒マシンを動かさないと、接続は自動で解除されます/);
  await expect.element(warning).toBeVisible();
  await expectAccessible();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText(/あと3\d秒マシンを動かさないと/)).toBeVisible();
  machine.startSet();
  await expect.element(page.getByText(/マシンを動かさないと/)).not.toBeInTheDocument();
});

test.each([10, -10])(
  'a phone whose clock is %i minutes off counts like the server',
  async (off) => {
    setServerAhead(-off * 60_000);
    const serverNow = () => Date.now() - off * 60_000;
    const machine = standMachine();
    machine.change({ releasesAt: new Date(serverNow() + 2 * 60_000).toISOString() });
    machine.setClock(serverNow);
    await renderPage('/tanren-link');
    await expect.element(badge).toHaveTextContent(/^接続中$/);
    await expect.element(page.getByText(/あと(2分0|1分5\d)秒マシンを動かさない/)).toBeVisible();
    machine.startSet();
    machine.rep();
    machine.endSet();
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^経過 ?0:0\d$/);
    await expect
      .element(page.getByText(/接続は自動で解除|まもなく接続が解除/))
      .not.toBeInTheDocument();
  },
);
