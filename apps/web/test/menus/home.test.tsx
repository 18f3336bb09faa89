import { getTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { getTodaysMenu, type TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { getTrainingSessionRun, startTrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { listVisits } from '@tanren/contract/workouts/visits';
import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { gymCancelledQuery } from '#features/booking/reservations/reservations.queries.ts';
import { todaysMenuQuery } from '#features/menus/today/todays-menu.queries.ts';
import { storeAnswer } from '#lib/offline/stored-answers.ts';
import { sampleReservation } from '#test/samples/gyms.ts';
import {
  beginnersMenu,
  newcomersMenus,
  sampleRun,
  sampleTodaysItem,
  sampleTodaysMenu,
  sampleTodaysMenus,
} from '#test/samples/todays-menu.ts';
import { sampleListedWorkout, sampleVisits, someWorkouts } from '#test/samples/workouts.ts';
import { answerDoor } from '#test/gyms/gym-page.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import {
  type Answer,
  answer,
  listCalls,
  lost,
  rejectWith,
  setOnline,
} from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import {
  button,
  heading,
  listRedControls,
  press,
  tapTwice,
  toast,
} from '#test/support/locators.ts';
import { jump, takeClock } from '#test/support/page-clock.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { signIn } from '#test/support/session.ts';
import { standWorker } from '#test/support/worker.ts';

const today = () => page.getByRole('region', { name: '今日やること' });
const machines = () => today().getByRole('list', { name: 'マシン' }).getByRole('listitem');
const others = () => today().getByRole('list', { name: 'ほかのメニュー' });
const titled = (name: string) => today().getByRole('heading', { name });
const running = { kind: 'running', part: null, days: null } as const;

async function openHome(menus: Answer<typeof getTodaysMenu> = sampleTodaysMenus()) {
  answer(getTodaysMenu, menus);
  return await renderPage('/');
}

test('shows the menu with its reason, machines, loads, duration and free machines', async () => {
  await openHome();
  await expect.element(today()).toHaveTextContent('脚を6日鍛えていません');
  await expect.element(titled('脚と背中の日')).toBeVisible();
  await expect.element(today()).toHaveTextContent('いつものペースで42分3種目9セット');
  await expect.element(today()).toHaveTextContent('マシンの空き（TANREN 神田）');
  const rows = machines().elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    'レッグプレス3セット×10回2台空き前回できたので重く↑前回より重い80kg',
    'シーテッドロー3セット×10回2台空き前回きつかったので軽く↓前回より軽い45kg',
    'バックエクステンション3セット×10回2台空き12回できたら次回は重く→前回と同じ40kg',
  ]);
  expect(listRedControls()).toEqual(['始める']);
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows how long the menu takes with the waits, but not while there is no network', async () => {
  const waits = { minutesNow: 56, quieter: { hour: 19, minutes: 45 } };
  await openHome(sampleTodaysMenus({ menu: sampleTodaysMenu({ waits }) }));
  const words = '待ち時間を入れると、いま56分・19時なら45分';
  await expect.element(today()).toHaveTextContent(words);
  const measure = () => button('始める').element().getBoundingClientRect().top;
  const before = measure();
  setOnline(false);
  await expect.element(today()).not.toHaveTextContent('待ち時間');
  expect(measure()).toBe(before);
  setOnline(true);
  await expect.element(today()).toHaveTextContent(words);
});

test('does not show machines as free while there is no network', async () => {
  await openHome();
  await expect.element(today()).toHaveTextContent('2台空き');
  await expect.element(today()).toHaveTextContent('マシン11・レッグプレス・空き');
  setOnline(false);
  await expect.element(today()).not.toHaveTextContent('空き');
  await expect.element(machines().first()).toHaveTextContent('レッグプレス3セット×10回前回');
  setOnline(true);
  await expect.element(today()).toHaveTextContent('2台空き');
});

test('one tap starts the menu and leads to the machines, and a second tap starts nothing', async () => {
  answer(startTrainingSessionRun, { run: sampleRun() });
  const { address } = await openHome();
  await tapTwice(button('始める'));
  await expect.poll(address).toBe('/tanren-link');
  expect(listCalls(startTrainingSessionRun)).toMatchObject([{ body: { trainingSessionId: 1 } }]);
});

test('another menu is two taps away, with its own machines', async () => {
  answer(startTrainingSessionRun, { run: sampleRun({ trainingSessionId: 2 }) });
  await openHome();
  await press('ほかのメニュー');
  // The number of days is shown only for a body part that was trained before.
  await expect.element(others()).toHaveTextContent(/公開メニュー/);
  await expect.element(others()).toHaveTextContent('胸を9日鍛えていません・お気に入り');
  await expectAccessible();
  await others()
    .getByRole('button', { name: /胸の日/ })
    .click();
  await expect.element(titled('胸の日')).toHaveFocus();
  await expect.poll(() => machines().elements()).toHaveLength(1);
  await expect.element(machines()).toHaveTextContent('トレーナーが決めた重量');
  await press('始める');
  await expect
    .poll(() => listCalls(startTrainingSessionRun))
    .toMatchObject([{ body: { trainingSessionId: 2 } }]);
});

test('continues an open run, with its progress', async () => {
  const items = [
    sampleTodaysItem({ doneSets: 3 }),
    sampleTodaysItem({ workoutTypeId: 5, doneSets: 1 }),
  ];
  const menu = sampleTodaysMenu({ items, reason: running, minutes: 9 });
  const { address } = await openHome(sampleTodaysMenus({ menu }));
  await expect.element(today()).toHaveTextContent('トレーニング中');
  await expect.element(today()).toHaveTextContent('残り9分4/6セット');
  await expect.element(machines().first()).toHaveTextContent('3/3セット×10回');
  await expect.element(machines().first()).toHaveTextContent(/完了$/);
  await expectAccessible();
  await today().getByRole('link', { name: '続ける' }).click();
  await expect.poll(address).toBe('/tanren-link');
});

test('another menu can be started instead of the open run, after an explanation', async () => {
  answer(getTrainingSessionRun, { run: sampleRun({ trainingSessionId: null }) });
  answer(startTrainingSessionRun, { run: sampleRun({ trainingSessionId: 2 }) });
  const menu = sampleTodaysMenu({ trainingSessionId: null, reason: running });
  const { address } = await openHome(sampleTodaysMenus({ menu }));
  await press('ほかのメニュー');
  await others()
    .getByRole('button', { name: /胸の日/ })
    .click();
  await expect.element(today()).toHaveTextContent('「脚と背中の日」は終了します。記録は残ります。');
  await press('始める');
  await expect.poll(address).toBe('/tanren-link');
});

test('does not end a run that another device started meanwhile', async () => {
  answer(getTrainingSessionRun, { run: sampleRun({ trainingSessionId: 2, title: '胸の日' }) });
  const { address } = await openHome();
  const menu = sampleTodaysMenu({ title: '胸の日', reason: running });
  answer(getTodaysMenu, sampleTodaysMenus({ menu }));
  await press('始める');
  await expect.element(toast('ほかの端末でトレーニング中です')).toBeVisible();
  await expect.element(today().getByRole('link', { name: '続ける' })).toBeVisible();
  expect(listCalls(startTrainingSessionRun)).toEqual([]);
  expect(address()).toBe('/');
});

test('explains that a menu was deleted meanwhile, and shows the next one', async () => {
  answer(startTrainingSessionRun, rejectWith(404, 'not_found'));
  const { address } = await openHome();
  answer(getTodaysMenu, sampleTodaysMenus({ menu: sampleTodaysMenu({ title: '肩の日' }) }));
  await press('始める');
  await expect.element(toast('メニューを始められませんでした')).toBeVisible();
  await expect.element(titled('肩の日')).toBeVisible();
  expect(address()).toBe('/');
});

test('does not start a menu without a network, and keeps it on the page', async () => {
  await openHome();
  setOnline(false);
  await press('始める');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(button('始める')).toBeEnabled();
  await expect.element(titled('脚と背中の日')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test("shows a newcomer the beginner's menu and the guide, which disappears after it was opened", async () => {
  const { go } = await openHome(newcomersMenus);
  await expect.element(today()).toHaveTextContent(`はじめての方に${beginnersMenu.title}`);
  // The time without a history is the same as in every list of menus.
  await expect.element(today()).toHaveTextContent('約26分6種目12セット');
  await expect.poll(() => machines().elements()).toHaveLength(6);
  await expect.element(machines().first()).toHaveTextContent('2セット×12回軽い重量から');
  await expect.element(button('ほかのメニュー')).not.toBeInTheDocument();
  await expectAccessible();
  const guide = page.getByRole('main').getByRole('link', { name: 'ご利用ガイドを見る' });
  await guide.click();
  await expect.element(heading('ご利用ガイド')).toBeVisible();
  await go('/');
  await expect.element(today()).toBeVisible();
  await expect.element(guide).not.toBeInTheDocument();
});

test('does not show the guide to a member who has trained', async () => {
  await openHome();
  await expect.element(page.getByRole('link', { name: /今週のトレーニング/ })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'ご利用ガイドを見る' }))
    .not.toBeInTheDocument();
});

test('links to the menus when there is none', async () => {
  await openHome(sampleTodaysMenus({ menu: null, alternatives: [] }));
  await expect.element(today()).toHaveTextContent('今日のメニューを選びましょう。');
  const link = today().getByRole('link', { name: 'メニューを探す' });
  await expect.element(link).toHaveAttribute('href', '/search-training-sessions');
  await expectAccessible();
});

test("announces a trainer's new menu while another one comes first", async () => {
  const trainers = sampleTodaysMenu({
    trainingSessionId: 7,
    title: '肩の立て直し',
    from: 'trainer',
    reason: { kind: 'trainer', part: null, days: null },
  });
  await openHome(sampleTodaysMenus({ alternatives: [trainers] }));
  const news = page.getByRole('link', { name: /トレーナーからの新しいメニュー.*肩の立て直し/ });
  await expect.element(news).toHaveAttribute('href', '/training-sessions/7');
});

test("shows after today's training its result first, and another menu without red", async () => {
  const visits = sampleVisits([
    sampleListedWorkout({
      startedAt: new Date(Date.now() - 40 * 60_000).toISOString(),
      endedAt: new Date(Date.now() - 20 * 60_000).toISOString(),
      personalBests: ['max'],
    }),
  ]);
  answer(listVisits, { items: visits, nextCursor: null });
  await openHome(sampleTodaysMenus({ trainedToday: true }));
  const result = page.getByRole('link', { name: /おつかれさまでした/ });
  await expect.element(result).toHaveAttribute('href', `/visits/${visits[0]?.date}`);
  await expect.element(result).toHaveTextContent('自己ベスト更新 チェストプレス');
  expect(result.element().querySelectorAll('[data-pinned]')).toHaveLength(1);
  await expect.element(today()).toHaveTextContent('もう少し続けるなら脚と背中の日');
  const isAbove = result.element().compareDocumentPosition(today().element());
  expect(isAbove & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(listRedControls()).toEqual([]);
  // The result is not shown a second time beside the menu.
  expect(page.getByRole('region', { name: /のトレーニング$/ }).elements()).toEqual([]);
  await expectAccessible();
});

test('a menu in progress stays above what was done before it', async () => {
  await openHome(
    sampleTodaysMenus({ trainedToday: true, menu: sampleTodaysMenu({ reason: running }) }),
  );
  await expect.element(today()).toHaveTextContent('続ける');
  expect(page.getByText('おつかれさまでした').elements()).toEqual([]);
});

test('shows a closed gym, and machines in use, missing and under inspection', async () => {
  const items = [
    sampleTodaysItem({ machines: { free: 0, total: 2 } }),
    sampleTodaysItem({ machines: { free: 0, total: 0 } }),
    sampleTodaysItem({ machines: null }),
    sampleTodaysItem({ machines: { free: 0, total: 0 }, inspection: true }),
  ];
  const gym = { gymId: 1, name: 'TANREN 神田', open: false };
  await openHome(sampleTodaysMenus({ menu: sampleTodaysMenu({ items }), gym }));
  await expect.element(today()).toHaveTextContent('TANREN 神田は営業時間外');
  await expect.element(machines().nth(0)).toHaveTextContent('×10回使用中');
  await expect.element(machines().nth(1)).toHaveTextContent('×10回設置なし');
  await expect.element(machines().nth(2)).toHaveTextContent('×10回前回できたので重く');
  await expect.element(machines().nth(3)).toHaveTextContent('×10回点検中');
});

test('shows a near reservation above the menu, others below, and nothing else in red', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const card = () => page.getByRole('region', { name: /の予約$/ });
  const isAbove = () =>
    Boolean(
      card().element().compareDocumentPosition(today().element()) &
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  const from = (minutes: number) => ({
    items: [{ ...sampleReservation, startsAt: at(minutes), endsAt: at(minutes + 60) }],
    nextCursor: null,
  });
  answerDoor({ startsAt: new Date(at(74)) });
  answer(listMyReservations, from(74));
  await openHome();
  await expect.element(card()).toBeVisible();
  expect(isAbove()).toBe(true);
  expect(listRedControls()).toHaveLength(1);
  answer(listMyReservations, from(3000));
  unmountPage();
  await openHome();
  await expect.element(card()).toBeVisible();
  expect(isAbove()).toBe(false);
  expect(listRedControls()).toHaveLength(1);
});

test('does not fetch a reservation in four weeks repeatedly', async () => {
  const at = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  const reservation = { ...sampleReservation, startsAt: at(27), endsAt: at(27.1) };
  answer(listMyReservations, { items: [reservation], nextCursor: null });
  await openHome();
  await expect.element(page.getByRole('region', { name: /の予約$/ })).toBeVisible();
  const before = listCalls(listMyReservations).length;
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(listCalls(listMyReservations)).toHaveLength(before);
});

test('shows the new day when it is opened again the next morning', async () => {
  takeClock(new Date('2026-11-17T21:00+09:00'));
  await openHome();
  const date = page.getByText('11月17日(火)', { exact: true });
  await expect.element(date).toBeVisible();
  await jump(10 * 60);
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('11月18日(水)', { exact: true })).toBeVisible();
  await expect.element(date).not.toBeInTheDocument();
});

test('shows above everything that machines cannot be reached, and the rest works', async () => {
  answer(getTanrenConnection, { connection: null, ended: null, machinesReachable: false });
  await openHome();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'ただいまマシンと通信できません。復旧するまで、マシンへの接続はできません。',
    );
  await expect.element(titled('脚と背中の日')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('does not wait for slow answers, and sends few calls', async () => {
  answer(getTrainingStatus, () => new Promise(() => {}));
  answer(getTanrenConnection, lost);
  await openHome();
  await expect.element(titled('脚と背中の日')).toBeVisible();
  expect(listCalls(getTodaysMenu)).toHaveLength(1);
  // Ten calls of the page, and one of the floor.
  await expect.poll(() => new Set(listCalls().map(({ path }) => path)).size).toBe(11);
  for (const complaint of ['NetworkError', 'Failed to fetch']) ignoreConsoleErrors(complaint);
});

test('labels a visit of today', async () => {
  const [visit] = sampleVisits(someWorkouts);
  if (visit === undefined) throw new Error('there is no visit');
  takeClock(new Date(Date.parse(visit.endedAt) + 60_000));
  answer(listVisits, { items: [visit], nextCursor: null });
  await openHome();
  await expect.element(page.getByRole('region', { name: '今日のトレーニング' })).toBeVisible();
});

test('the last visit is one tap away', async () => {
  const [visit] = sampleVisits(someWorkouts);
  answer(listVisits, { items: visit ? [visit] : [], nextCursor: null });
  await openHome();
  const last = page.getByRole('region', { name: '前回のトレーニング' }).getByRole('link');
  await expect.element(last).toHaveAttribute('href', `/visits/${visit?.date}`);
});

test.each([
  ['tablet', 820, 1180],
  ['desktop', 1280, 800],
])('shows the rest beside the menu on a %s, and is accessible', async (_, width, height) => {
  await page.viewport(width, height);
  await openHome();
  const week = page.getByRole('link', { name: /今週のトレーニング/ });
  await expect.element(week).toBeVisible();
  const [menu, side] = [today().element(), week.element()].map((it) => it.getBoundingClientRect());
  expect(side?.left).toBeGreaterThan(menu?.right ?? 0);
  // The content uses the full width of the screen.
  expect((side?.right ?? 0) - (menu?.left ?? 0)).toBeGreaterThan(780);
  expect(button('始める').element().getBoundingClientRect().bottom).toBeLessThan(height);
  expectNoSidewaysScroll();
  await expectAccessible();
});

describe('the app starts with stored answers', () => {
  const now = new Date('2026-11-17T21:00+09:00');
  const hourMs = 60 * 60_000;

  /** Stores the answers that the home page starts with, with a menu of its own. */
  async function storeHome(at: number, changes: Partial<TodaysMenu> = {}): Promise<void> {
    takeClock(now);
    standWorker();
    signIn();
    const menu = sampleTodaysMenu({ title: '朝の日', ...changes });
    const stored: [{ queryKey: QueryKey }, unknown][] = [
      [todaysMenuQuery, sampleTodaysMenus({ menu })],
      [nextReservationQuery, null],
      [myMembershipsQuery, { memberships: [], requests: [] }],
      [gymCancelledQuery, []],
      [lastVisitQuery, null],
    ];
    for (const [{ queryKey }, data] of stored) await storeAnswer(queryKey, data, at);
  }

  test('of today: shows the menu before the network has answered, without free machines', async () => {
    await storeHome(now.getTime() - hourMs);
    let give = () => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    answer(getTanrenConnection, () => new Promise(() => {}));
    await openHome(() => given.then(() => sampleTodaysMenus()));
    await expect.element(titled('朝の日')).toBeVisible();
    // The plan of the floor is not stored, so it may already show its own answer.
    await expect.element(today()).not.toHaveTextContent('2台空き');
    give();
    await expect.element(titled('脚と背中の日')).toBeVisible();
    await expect.element(today()).toHaveTextContent('2台空き');
  });

  test('of today: shows a machine that turns out to be linked without moving anything', async () => {
    await storeHome(now.getTime() - hourMs);
    const connection = standMachine().link();
    let give = () => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    answer(getTanrenConnection, () => given.then(() => ({ connection, ended: null })));
    await openHome();
    const week = page.getByRole('link', { name: /今週のトレーニング/ });
    await expect.element(week).toBeVisible();
    const measure = () => [today(), week].map((part) => part.element().getBoundingClientRect().top);
    const before = measure();
    give();
    await expect.element(page.getByText(/^接続中・マシン/)).toBeVisible();
    expect(measure()).toEqual(before);
  });

  test.each([
    ['of yesterday', now.getTime() - 22 * hourMs, {}],
    ['of a menu in progress', now.getTime() - hourMs, { reason: running }],
  ] as const)('%s: waits for the network', async (_, at, changes) => {
    await storeHome(at, changes);
    await openHome();
    // Nothing has been drawn yet, so the loader has fetched it.
    expect(listCalls(getTodaysMenu)).toHaveLength(1);
    await expect.element(titled('脚と背中の日')).toBeVisible();
  });
});
