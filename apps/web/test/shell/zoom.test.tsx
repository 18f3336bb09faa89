import { muscles } from '@tanren/domain/workouts/muscles';
import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { getWorkoutHistory, listWorkoutTrends } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gymId, openGymBook, tomorrow } from '#test/booking/gym-book.ts';
import { expectNoSidewaysScroll, expectRoomyLines } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { button, heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { standMachine } from '#test/machines/linked-machine.ts';
import { countDown, makePlace, makeRanking } from '#test/workouts/rankings.ts';
import {
  monthOfVisits,
  sampleHistory,
  sampleListedWorkout,
  sampleLoad,
  sampleStrength,
  sampleVisits,
  someWorkouts,
} from '#test/samples/workouts.ts';
import { expectFitsEnlarged } from './enlarged.ts';
import { answerJoinPage, answerShownGym, type PageCase } from './page-case.ts';

interface FittingPage extends PageCase {
  /** Text that appears after the page itself. */
  readonly words?: string;
}

/** Pages with lists and figures that are empty for a newly registered member. */
const filledPages: readonly FittingPage[] = [
  {
    path: '/tanren-link',
    title: 'マシンと接続',
    heading: 'チェストプレス',
    place: '接続',
    answerCalls: () => void standMachine(),
  },
  {
    path: '/workouts',
    title: 'トレーニング履歴',
    place: '履歴',
    answerCalls: () => {
      const items = sampleVisits(someWorkouts.map((workout) => sampleListedWorkout(workout)));
      answer(listVisits, { items, nextCursor: null });
      answer(listVisitsOfMonth, {
        ...monthOfVisits(items, '2026-03'),
        firstDate: '2026-03-12',
      });
    },
  },
  {
    path: '/workouts?view=list',
    title: 'トレーニング履歴',
    place: '履歴',
    answerCalls: () => {
      const items = sampleVisits(someWorkouts.map((workout) => sampleListedWorkout(workout)));
      answer(listVisits, { items, nextCursor: null });
    },
  },
  {
    path: '/workouts?view=types',
    title: 'トレーニング履歴',
    place: '履歴',
    answerCalls: () => {
      answer(listWorkoutLoads, [sampleLoad(), sampleLoad({ workoutTypeId: 9 })]);
      answer(listWorkoutTrends, [{ workoutTypeId: 1, weeks: [50, 52.5] }]);
    },
  },
  {
    path: '/workouts?view=muscles',
    title: 'トレーニング履歴',
    place: '履歴',
    answerCalls: () => {
      answer(getTrainingStatus, {
        weekStartsOn: '2026-03-02',
        trainedDays: [],
        streakWeeks: 0,
        muscles: muscles.map(({ id }) => ({ muscle: id, sets: 4, lastTrainedOn: '2026-03-02' })),
      });
    },
  },
  {
    path: '/training-history/1',
    title: '種目別の履歴',
    heading: 'チェストプレス',
    place: '履歴',
    answerCalls: () => {
      const strength = { low: 62.4, high: 68.1 };
      answer(listWorkoutLoads, [
        sampleLoad({ strength, nextLoadChance: { reps: 10, chance: 0.8 } }),
      ]);
      answer(getWorkoutHistory, sampleHistory(1, '2025-12-12'));
      answer(getWorkoutStrength, sampleStrength());
    },
  },
  {
    path: '/training-status',
    title: 'トレーニング状況',
    place: 'マイページ',
    answerCalls: () => answer(listWorkoutLoads, [sampleLoad()]),
  },
  {
    path: '/workout-ranking/1/tfo',
    title: 'ランキング',
    place: 'マイページ',
    answerCalls: () => {
      const me = makePlace({ rank: 119, value: 1647.5, toNext: 2.5, nextRank: 118 });
      answer(getWorkoutRanking, makeRanking(countDown(30, 3000, 2.5), { me, total: 121 }));
    },
  },
  {
    path: `/reservations?gym=${gymId}&date=${tomorrow()}`,
    title: '予約',
    place: 'マイページ',
    answerCalls: () => void openGymBook(),
    words: '9:00〜10:00',
  },
];

describe('a page with data', () => {
  test.each(filledPages)('$path fits a phone with larger text', async (shown) => {
    const { path, title, words = '' } = shown;
    shown.answerCalls?.();
    await renderPage(path);
    await expect.element(heading(shown.heading ?? title)).toBeVisible();
    await expect.poll(() => document.querySelector('main')?.textContent).toContain(words);
    await expectFitsEnlarged(shown);
  });
});

describe('with a font size of 200 %', () => {
  beforeEach(() => {
    document.documentElement.style.fontSize = '200%';
  });

  afterEach(() => {
    document.documentElement.style.fontSize = '';
  });

  const sizeOf = (element: Element) => getComputedStyle(element).fontSize;

  test('uses the chosen font size, and a slot stays readable beside its button', async () => {
    openGymBook();
    await renderPage(`/reservations?gym=${gymId}&date=${tomorrow()}`);
    const time = page.getByText('9:00〜10:00', { exact: true });
    const act = button('9:00〜10:00を予約する');
    await expect.element(act).toBeVisible();
    expect(sizeOf(heading('予約').element())).toBe('56px');
    expect(sizeOf(time.element())).toBe('40px');
    const [words, pressed] = [time, act].map((part) => part.element().getBoundingClientRect());
    const beside = (pressed?.left ?? 0) >= (words?.right ?? Infinity);
    const below = (pressed?.top ?? 0) >= (words?.bottom ?? Infinity);
    expect(beside || below).toBe(true);
    expectNoSidewaysScroll();
  });

  test('the page of a gym is no wider than a phone', async () => {
    answerShownGym();
    await renderPage('/gyms/1');
    for (const name of ['本日の営業時間', '混雑状況', '利用中のプラン']) {
      await expect.element(page.getByRole('region', { name })).toBeVisible();
    }
    expectNoSidewaysScroll();
  });

  test('the comparison of plans is no wider than a phone', async () => {
    answerJoinPage();
    await renderPage('/gyms/1');
    await expect.element(page.getByRole('table', { name: 'プランの比較' })).toBeVisible();
    expectNoSidewaysScroll();
    expectRoomyLines();
  });

  test('all tabs of the menus can be reached', async () => {
    await renderPage('/my-training-sessions');
    await expect.element(heading('マイメニュー')).toBeVisible();
    expectNoSidewaysScroll();
    await page.getByRole('link', { name: '探す', exact: true }).click();
    await expect.element(heading('メニューを探す')).toBeVisible();
    expectNoSidewaysScroll();
  });
});
