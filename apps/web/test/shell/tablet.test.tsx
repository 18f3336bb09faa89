import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openGymBook } from '#test/booking/gym-book.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { openMenuShelf } from '#test/menus/menus.ts';
import { fullWorkout } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { button } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { countDown, makeRanking } from '#test/workouts/rankings.ts';
import { answerTrainedMember, trainer } from './page-case.ts';

const region = (name: string) => page.getByRole('region', { name });
const heading = (name: string) => page.getByRole('heading', { level: 2, name });

/** Links a machine on which a set has begun. */
function startSet() {
  const machine = standMachine();
  machine.startSet();
  machine.rep();
  return machine;
}

interface Columns {
  readonly path: string;
  readonly left: Locator;
  readonly right: Locator;
  readonly session?: typeof trainer;
  readonly answerCalls: () => void;
}

const pages: readonly Columns[] = [
  {
    path: '/reservations',
    left: page.getByRole('group', { name: '日付' }),
    right: heading('これからの予約'),
    answerCalls: () => {
      openGymBook();
    },
  },
  {
    path: '/training-status',
    left: region('この7日間で鍛えた部位'),
    right: region('今週のトレーニング'),
    answerCalls: () => {
      answer(getTrainingStatus, {
        weekStartsOn: '2026-03-09',
        trainedDays: [],
        streakWeeks: 0,
        muscles: [],
      });
    },
  },
  {
    path: '/workout-ranking/1/max',
    left: page.getByRole('list', { name: '順位表' }),
    right: region('絞り込み'),
    answerCalls: () => {
      answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 10)));
    },
  },
  {
    path: '/training-sessions/new',
    left: region('種目'),
    // The details are folded on a phone only.
    right: page.getByRole('textbox', { name: '説明' }),
    answerCalls: () => {},
  },
  {
    path: '/training-sessions/1',
    left: region('種目'),
    right: button('このメニューを始める'),
    answerCalls: () => {
      openMenuShelf().put();
    },
  },
  {
    path: '/tanren-link',
    left: region('現在のセット'),
    right: button('接続を解除する'),
    answerCalls: () => {
      startSet().endSet();
    },
  },
  {
    path: '/workouts/1',
    left: page.getByText('1回にかけた時間'),
    right: heading('あわせて見る'),
    answerCalls: () => {
      answer(getWorkout, fullWorkout(1));
    },
  },
  {
    path: '/trainer/members/1/workouts/1',
    left: page.getByText('1回にかけた時間'),
    right: heading('あわせて見る'),
    session: trainer,
    answerCalls: answerTrainedMember,
  },
];

test.each(pages)('$path has two columns on a tablet, and one in a narrow window', async (shown) => {
  const { path, left, right, session, answerCalls } = shown;
  answerCalls();
  await page.viewport(820, 1180);
  await renderPage(path, session === undefined ? {} : { session });
  await expect.element(left).toBeVisible();
  await expect.element(right).toBeVisible();
  const [first, second] = [left.element(), right.element()];
  const distance = () => second.getBoundingClientRect().left - first.getBoundingClientRect().left;
  expect(distance()).toBeGreaterThan(200);
  expect(page.getByRole('main').element().clientWidth).toBeGreaterThan(700);
  expectNoSidewaysScroll();
  await expectAccessible();
  await page.viewport(700, 900);
  await expect.poll(distance).toBeLessThan(50);
  // Pages of members are then as wide as a phone.
  const width = session === undefined ? 480 : 700;
  expect(page.getByRole('main').element().clientWidth).toBe(width);
});

test('a set fills the screen of a tablet, with numbers to read from a distance', async () => {
  const machine = startSet();
  await page.viewport(820, 1180);
  await renderPage('/tanren-link');
  const counter = region('現在のセット');
  await expect.element(counter).toHaveTextContent('1セット目1回');
  const { width, bottom } = counter.element().getBoundingClientRect();
  expect(width).toBeGreaterThan(700);
  const rest = button('接続を解除する').element().parentElement?.parentElement;
  expect(bottom).toBeLessThanOrEqual(1180);
  expect(rest?.getBoundingClientRect().top).toBeGreaterThanOrEqual(1180);
  const sizeOf = (text: string) =>
    Number.parseFloat(
      getComputedStyle(counter.getByText(text, { exact: true }).element()).fontSize,
    );
  expect(sizeOf('1')).toBeGreaterThanOrEqual(144);
  expect(sizeOf('40kg')).toBe(72);
  expectNoSidewaysScroll();
  await expectAccessible();
  machine.endSet();
  await expect.element(page.getByText('1セット終了')).toBeVisible();
  expect(counter.element().getBoundingClientRect().width).toBeLessThan(400);
});
