import { getTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { getGymFloor, type GymFloor } from '@tanren/contract/machines/gym-floor';
import { getGymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { getTodaysMenu } from '@tanren/contract/menus/todays-menu';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage, emptyCrowd } from '#test/gyms/gym-page.ts';
import { sampleFloor } from '#test/samples/floors.ts';
import {
  sampleTodaysItem,
  sampleTodaysMenu,
  sampleTodaysMenus,
} from '#test/samples/todays-menu.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { button } from '#test/support/locators.ts';
import { jump, takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const floor = () => page.getByRole('region', { name: 'フロア', exact: true });
const machines = () =>
  floor().getByRole('list', { name: 'フロアの見取り図' }).getByRole('listitem').elements();
/** Words for screen readers, by row and column. */
const spoken = () => machines().map((one) => one.querySelector('.visually-hidden')?.textContent);
const badges = () =>
  machines().flatMap((one) => {
    const texts = [...one.querySelectorAll(':scope > span[aria-hidden]')].map(
      ({ textContent }) => textContent,
    );
    return texts.length === 2 ? [texts.join(':')] : [];
  });

function withStates(states: Readonly<Record<number, GymFloor['machines'][number]['state']>>) {
  const { machines: all } = sampleFloor();
  return sampleFloor({
    machines: all.map((one) => ({ ...one, state: states[one.machineId] ?? one.state })),
  });
}

async function openHome(shown: GymFloor = sampleFloor(), items = sampleTodaysMenu().items) {
  answer(getTodaysMenu, sampleTodaysMenus({ menu: sampleTodaysMenu({ items }) }));
  answer(getGymFloor, shown);
  const rendered = await renderPage('/');
  await expect.element(floor()).toBeVisible();
  return rendered;
}

test('shows the next machine and the route of the menu on the home page', async () => {
  await openHome(withStates({ 9: 'used', 5: 'used', 4: 'offline' }));
  await expect.element(floor()).toHaveTextContent(/^次はレッグプレスマシン11空き80kg/);
  expect(spoken()).toEqual([
    'マシン11・レッグプレス・空き・メニューの1番目・次のマシン',
    'マシン9・バックエクステンション・使用中・メニューの3番目',
    'マシン5・シーテッドロー・使用中',
    'マシン1・チェストプレス・空き',
    'マシン4・ラットプルダウン・接続不可',
    'マシン21・シーテッドロー・空き・メニューの2番目',
  ]);
  expect(badges()).toEqual(['11:1', '9:3', '21:2']);
  await expect.element(floor()).toHaveTextContent(/空き3台使用中2台接続不可1台$/);
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('shows which machine waits for the member and which for another one, without a name', async () => {
  const { machines: all } = sampleFloor();
  const changes: Readonly<Record<number, Partial<GymFloor['machines'][number]>>> = {
    5: { state: 'used', held: true },
    11: { state: 'used', heldByMe: true },
  };
  await openHome(
    sampleFloor({ machines: all.map((one) => ({ ...one, ...changes[one.machineId] })) }),
  );
  await expect.element(floor()).toHaveTextContent(/^次はレッグプレスマシン11とってあります80kg/);
  expect(spoken()[0]).toBe('マシン11・レッグプレス・とってあります・メニューの1番目・次のマシン');
  expect(spoken()[2]).toBe('マシン5・シーテッドロー・予約中');
  await expect.element(floor()).toHaveTextContent(/空き4台使用中0台予約中1台とってあります1台$/);
  await expectAccessible();
});

test('states differ by their marks and not only by colour', async () => {
  await openHome(withStates({ 9: 'used', 4: 'offline' }));
  const markOf = (index: number) => {
    const mark = machines()[index]?.querySelector('[data-state]');
    if (mark === null || mark === undefined) throw new Error('the machine has no mark');
    const { borderTopWidth, backgroundImage, backgroundColor } = getComputedStyle(mark);
    return [borderTopWidth === '0px', backgroundImage === 'none', backgroundColor].join(' ');
  };
  expect(new Set([0, 1, 4].map(markOf)).size).toBe(3);
});

test('the route goes on after the done steps and leaves out types that the gym does not have', async () => {
  await openHome(sampleFloor(), [
    sampleTodaysItem({ workoutTypeId: 11, doneSets: 3 }),
    sampleTodaysItem({ workoutTypeId: 16 }),
    sampleTodaysItem({ workoutTypeId: 1, loadKg: null }),
  ]);
  await expect.element(floor()).toHaveTextContent(/^次はチェストプレスマシン1空き(?!.*kg)/);
  expect(badges()).toEqual(['11:1', '1:3']);
});

test("marks the member's own machine, which counts as free for the route", async () => {
  answer(getTanrenConnection, {
    connection: {
      connectionId: 'c',
      linkedAt: '2026-03-03T09:00:00.000Z',
      releasesAt: '2026-03-03T09:10:00.000Z',
      machine: {
        id: 5,
        gymId: 1,
        gymName: 'TANREN 神田',
        workoutTypeId: 5,
        minLoad: 5,
        maxLoad: 150,
        loadStep: 2.5,
        online: true,
      },
    },
    ended: null,
  });
  await openHome(withStates({ 5: 'used' }), [sampleTodaysItem({ workoutTypeId: 5, loadKg: 45 })]);
  await expect.element(floor()).toHaveTextContent(/^次はシーテッドローマシン5接続中45kg/);
});

test('a closed gym is dark, without states', async () => {
  await openHome(sampleFloor({ open: false }));
  await expect.element(floor()).toHaveTextContent(/^次はレッグプレスマシン1180kg/);
  await expect.element(floor()).toHaveTextContent(/営業時間外です。$/);
  expect(spoken()[3]).toBe('マシン1・チェストプレス');
});

test('reserves its space, so that nothing moves when it arrives', async () => {
  let send = (_floor: GymFloor) => {};
  answer(getTodaysMenu, sampleTodaysMenus());
  answer(getGymFloor, () => new Promise<GymFloor>((resolve) => (send = resolve)));
  await renderPage('/');
  const list = page.getByRole('list', { name: 'マシン', exact: true });
  await expect.element(list).toBeVisible();
  const top = () => list.element().getBoundingClientRect().top;
  const before = top();
  await expect.poll(() => listCalls(getGymFloor)).toHaveLength(1);
  expect(top()).toBe(before);
  send(sampleFloor());
  await expect.element(floor()).toBeVisible();
  expect(top()).toBe(before);
});

test('shows no machine as free when the floor cannot be read again', async () => {
  takeClock(new Date('2026-03-03T18:00:00+09:00'));
  await openHome();
  await expect.element(floor()).toHaveTextContent(/空き6台/);
  answer(getGymFloor, lost);
  await jump(1);
  // The page repeats a lost call some seconds later, before it counts as failed.
  const waitOn = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return floor().element().textContent;
  };
  await expect.poll(waitOn).toContain('マシンの状況は今確認できません。');
  expect(spoken().join('')).not.toContain('空き');
});

test('offers to load the floor again, and the page works without it', async () => {
  answer(getTodaysMenu, sampleTodaysMenus());
  answer(getGymFloor, rejectWith(500, 'internal_error'));
  await renderPage('/');
  await expect.element(button('フロアをもう一度読み込む')).toBeVisible();
  await expect.element(button('始める')).toBeVisible();
  answer(getGymFloor, sampleFloor());
  await button('フロアをもう一度読み込む').click();
  await expect.element(floor()).toBeVisible();
});

test('shows the floor without a route on the page of a gym', async () => {
  answerGymPage();
  answer(getGymCrowd, { ...emptyCrowd, machineCount: 6 });
  answer(getGymFloor, sampleFloor());
  await renderPage('/gyms/1');
  await expect.element(floor()).toBeVisible();
  await expect.element(floor()).not.toHaveTextContent('次は');
  expect(badges()).toEqual([]);
  await expectAccessible();
  expectNoSidewaysScroll();
});
