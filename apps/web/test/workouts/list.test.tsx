import { listWorkoutTypes } from '@tanren/contract/workout-types';
import { exportWorkouts, getWorkout, listWorkouts } from '@tanren/contract/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';
import {
  sampleWorkout,
  sampleSet,
  sampleListedWorkout,
  someWorkouts,
} from '#test/samples/workouts.ts';

const cards = page.getByRole('main').getByRole('link', { name: /最大重量/ });
const filter = page.getByRole('navigation', { name: '種目で絞り込む' });

function answerSomeWorkouts(): void {
  answer(listWorkoutTypes, allWorkoutTypes([1, 6]));
  answer(listWorkouts, ({ querystring: { workoutType } }) => ({
    items: someWorkouts
      .filter(({ workoutTypeId }) => workoutType === undefined || workoutType === workoutTypeId)
      .map((workout) => sampleListedWorkout(workout)),
    nextCursor: null,
  }));
}

/** 45 of them, twenty at a time, newest first: the loads fall by one. */
function answerManyWorkouts(): { break: (isBroken: boolean) => void; readonly loads: number[] } {
  const many = Array.from({ length: 45 }, (_, index) =>
    sampleListedWorkout({
      id: 100 - index,
      startedAt: new Date(Date.parse('2026-03-12T09:00:00Z') - index * 36_000_000).toISOString(),
      sets: [sampleSet(100 - index, 10)],
    }),
  );
  let broken = false;
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  answer(listWorkouts, ({ querystring: { cursor } }) => {
    if (broken && cursor !== undefined) return lost;
    const from = Number(cursor ?? 0);
    const nextCursor = from + 20 < many.length ? String(from + 20) : null;
    return { items: many.slice(from, from + 20), nextCursor };
  });
  return {
    break: (isBroken) => {
      broken = isBroken;
    },
    loads: many.map(({ max }) => max),
  };
}

const scrollToEnd = () => {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
};

test('the list goes on while it is scrolled, and after a failure by its button', async () => {
  const list = answerManyWorkouts();
  answer(getWorkout, ({ params }) => sampleWorkout({ id: params.workoutId }));
  list.break(true);
  const { back } = await renderPage('/workouts');
  await expect.poll(() => cards.elements()).toHaveLength(20);
  await expect
    .poll(() => {
      scrollToEnd();
      return toast('ネットワークエラー').elements();
    })
    .toHaveLength(1);
  expect(cards.elements()).toHaveLength(20);
  list.break(false);
  forgiveComplaints('NetworkError');
  await press('もう一度読み込む');
  await expect.poll(() => cards.elements()).toHaveLength(40);
  scrollToEnd();
  await expect.poll(() => cards.elements()).toHaveLength(45);
  await expect.element(button('さらに表示する')).not.toBeInTheDocument();
  const shown = cards.elements().map(({ textContent }) => {
    return Number(/最大重量(\d+)/.exec(textContent)?.[1]);
  });
  expect(shown).toEqual(list.loads);

  // The heading of the day stays below the header while its workouts pass.
  const days = page.getByRole('heading', { level: 2 }).elements();
  expect(getComputedStyle(days[0] ?? document.body).position).toBe('sticky');

  // Back from a workout the list is where it was.
  scrollToEnd();
  const before = scrollY;
  await cards.last().click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.poll(() => scrollY).toBe(0);
  back();
  await expect.poll(() => cards.elements()).toHaveLength(45);
  await expect.poll(() => scrollY).toBeGreaterThan(before - 200);
});

test('the list is filtered by links among the types done', async () => {
  answerSomeWorkouts();
  const { address } = await renderPage('/workouts');
  await expect.poll(() => cards.elements()).toHaveLength(4);
  await expect.element(cards.first()).toHaveTextContent('チェストプレス自己ベスト');
  await expect.element(cards.first()).toHaveTextContent('最大重量52.5kg総発揮力1,130kg2セット22回');
  await expect.element(cards.nth(1)).not.toHaveTextContent('自己ベスト');
  await expectAccessible();
  const names = filter
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['すべて', 'チェストプレス', 'アームカール']);
  await filter.getByRole('link', { name: 'アームカール' }).click();
  await expect.poll(address).toBe('/workouts?workoutType=6');
  await expect.poll(() => cards.elements()).toHaveLength(1);
  const chosen = () => filter.element().querySelectorAll('[aria-current]');
  await expect.poll(() => [...chosen()].map((link) => link.textContent)).toEqual(['アームカール']);
  await filter.getByRole('link', { name: 'すべて' }).click();
  await expect.poll(address).toBe('/workouts');
  await expect.poll(() => cards.elements()).toHaveLength(4);
});

test('what is shown is saved as a file of the day, and a failure is told', async () => {
  answerSomeWorkouts();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  answer(exportWorkouts, lost);
  await renderPage('/workouts?workoutType=6');
  await press('CSV保存');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  forgiveComplaints('NetworkError');
  answer(exportWorkouts, new Blob(['\uFEFF開始日時\r\n']));
  await press('CSV保存');
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^tanren-workouts-\d{8}\.csv$/);
  expect(listCalls(exportWorkouts).at(-1)?.path).toBe('/my/workouts.csv?workoutType=6');
});

test('a filter for what was never done is not found', async () => {
  answerSomeWorkouts();
  await renderPage('/workouts?workoutType=2');
  await expect.element(heading('Page not found')).toBeVisible();
});

test.each(['/workouts', '/training-history/3', '/training-status'])(
  'without a workout %s says what to do',
  async (path) => {
    await renderPage(path);
    const link = page.getByRole('main').getByRole('link', { name: 'マシンと接続する' });
    await expect.element(link).toHaveAttribute('href', '/tanren-link');
    await expect.element(button('CSV保存')).not.toBeInTheDocument();
    await expectAccessible();
  },
);

test('without a workout the home page shows an empty week, and no last one', async () => {
  await renderPage('/');
  await expect.element(page.getByRole('link', { name: /今週のトレーニング 0/ })).toBeVisible();
  await expect.element(page.getByText('前回のトレーニング')).not.toBeInTheDocument();
});

test('on a desktop the list is as accessible', async () => {
  await page.viewport(1280, 800);
  answerSomeWorkouts();
  await renderPage('/workouts');
  await expect.poll(() => cards.elements()).toHaveLength(4);
  expectNoSidewaysScroll();
  await expectAccessible();
});
