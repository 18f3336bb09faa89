import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { getVisits, listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { exportWorkouts, getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';
import {
  monthOfVisits,
  sampleSet,
  sampleListedWorkout,
  sampleVisits,
  sampleWorkout,
  someWorkouts,
} from '#test/samples/workouts.ts';

const cards = page.getByRole('main').getByRole('link', { name: /総発揮力/ });
/** Reads cards from the document, because counting many is faster without their names. */
const shownCards = () => [...document.querySelectorAll<HTMLElement>('main a[href^="/visits/"]')];
const filter = page.getByRole('navigation', { name: '種目で絞り込む' });

function answerSomeWorkouts(): void {
  answer(listWorkoutTypes, allWorkoutTypes([1, 6]));
  const visits = sampleVisits(someWorkouts.map((workout) => sampleListedWorkout(workout)));
  answer(listVisits, ({ querystring: { workoutType } }) => ({
    items: visits.filter(
      ({ workoutTypeIds }) => workoutType === undefined || workoutTypeIds.includes(workoutType),
    ),
    nextCursor: null,
  }));
  answer(listVisitsOfMonth, ({ params: { month } }) => monthOfVisits(visits, month));
  answer(getVisits, ({ params: { date } }) => ({
    date,
    visits: visits.filter((visit) => visit.date === date),
  }));
}

/** Answers with 45 visits, twenty per page, the newest first. Their sums fall by ten. */
function answerManyVisits(): { break: (isBroken: boolean) => void; readonly sums: number[] } {
  const many = sampleVisits(
    Array.from({ length: 45 }, (_, index) => {
      const start = Date.parse('2026-03-12T09:00:00Z') - index * 86_400_000;
      return sampleListedWorkout({
        id: 100 - index,
        startedAt: new Date(start).toISOString(),
        endedAt: new Date(start + 240_000).toISOString(),
        sets: [sampleSet(60 - index, 10)],
      });
    }),
  );
  let broken = false;
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  answer(listVisits, ({ querystring: { cursor } }) => {
    if (broken && cursor !== undefined) return lost;
    const from = Number(cursor ?? 0);
    const nextCursor = from + 20 < many.length ? String(from + 20) : null;
    return { items: many.slice(from, from + 20), nextCursor };
  });
  return {
    break: (isBroken) => {
      broken = isBroken;
    },
    sums: many.map(({ tfo }) => tfo),
  };
}

test('shows a visit past midnight as one card, with its start and end', async () => {
  const night = { gymDay: '2026-03-12', sets: [sampleSet(40, 10)] };
  const visits = sampleVisits([
    sampleListedWorkout({
      ...night,
      id: 5,
      workoutTypeId: 6,
      startedAt: '2026-03-12T15:26:00.000Z',
      endedAt: '2026-03-12T15:30:00.000Z',
    }),
    sampleListedWorkout({
      ...night,
      startedAt: '2026-03-12T14:30:00.000Z',
      endedAt: '2026-03-12T14:34:00.000Z',
    }),
  ]);
  answer(listWorkoutTypes, allWorkoutTypes([1, 6]));
  answer(listVisits, { items: visits, nextCursor: null });
  answer(getVisits, ({ params: { date } }) => ({
    date,
    visits: visits.filter((visit) => visit.date === date),
  }));
  answer(getWorkout, sampleWorkout({ ...night, startedAt: '2026-03-12T15:26:00.000Z' }));
  const { address } = await renderPage('/workouts?view=list');
  await expect.poll(() => shownCards()).toHaveLength(1);
  const card = page.getByRole('link', { name: /3月12日/ });
  await expect.element(card).toHaveTextContent('23:30〜翌0:30 TANREN 神田');
  await expect.element(card).toHaveTextContent('総発揮力800kg2種目2セット60分');
  await card.click();
  await expect.element(heading('3月12日(木)')).toBeVisible();
  // Each of the two workouts links back to the same visit.
  await page.getByRole('link', { name: /アームカール/ }).click();
  await page.getByRole('link', { name: 'この日のトレーニング' }).click();
  await expect.poll(address).toBe('/visits/2026-03-12');
});

const scrollToEnd = () => {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
};

test('loads more while scrolling, and by a button after a failure', async () => {
  const list = answerManyVisits();
  answer(getVisits, ({ params: { date } }) => ({
    date,
    visits: sampleVisits([sampleListedWorkout({ startedAt: `${date}T03:00:00.000Z` })]),
  }));
  list.break(true);
  const { back } = await renderPage('/workouts?view=list');
  await expect.poll(() => shownCards()).toHaveLength(20);
  await expect
    .poll(() => {
      scrollToEnd();
      return toast('ネットワークエラー').elements();
    })
    .toHaveLength(1);
  expect(shownCards()).toHaveLength(20);
  list.break(false);
  ignoreConsoleErrors('NetworkError');
  await press('もう一度読み込む');
  await expect.poll(() => shownCards()).toHaveLength(40);
  scrollToEnd();
  await expect.poll(() => shownCards()).toHaveLength(45);
  await expect.element(button('さらに表示する')).not.toBeInTheDocument();
  const shown = shownCards().map(({ textContent }) => {
    return Number(/総発揮力([\d,]+)/.exec(textContent)?.[1]?.replaceAll(',', ''));
  });
  expect(shown).toEqual(list.sums);

  // The list keeps its position after a visit was opened.
  scrollToEnd();
  const before = scrollY;
  shownCards().at(-1)?.click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('1月27日(火)');
  await expect.poll(() => scrollY).toBe(0);
  back();
  await expect.poll(() => shownCards()).toHaveLength(45);
  await expect.poll(() => scrollY).toBeGreaterThan(before - 200);
});

test('filters the list by links of done types', async () => {
  answerSomeWorkouts();
  const { address } = await renderPage('/workouts?view=list');
  await expect.poll(() => cards.elements()).toHaveLength(3);
  await expect
    .element(cards.first())
    .toHaveTextContent('総発揮力1,280kg2種目3セット14分自己ベスト更新 チェストプレス');
  await expect.element(cards.first()).toHaveTextContent('アームカール、チェストプレス');
  await expect.element(cards.last()).not.toHaveTextContent('自己ベスト');
  await page.getByText('種目ごとに見る（2）').click();
  const [curl, press1] = page
    .getByRole('main')
    .getByRole('link', { name: /最大重量/ })
    .elements();
  expect(curl?.textContent).toBe('アームカール最大重量10kg・1セット・計15回');
  expect(press1?.getAttribute('href')).toBe('/workouts/4');
  await expectAccessible();
  const names = filter
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['すべて', 'チェストプレス', 'アームカール']);
  await filter.getByRole('link', { name: 'アームカール' }).click();
  await expect.poll(address).toBe('/workouts?workoutType=6');
  await expect.poll(() => cards.elements()).toHaveLength(1);
  // Only the filtered type is expanded below its visit.
  await expect.element(page.getByText('最大重量10kg・1セット・計15回')).toBeVisible();
  await expect.element(page.getByText(/最大重量52/)).not.toBeInTheDocument();
  const chosen = () => filter.element().querySelectorAll('[aria-current]');
  await expect.poll(() => [...chosen()].map((link) => link.textContent)).toEqual(['アームカール']);
  await filter.getByRole('link', { name: 'すべて' }).click();
  await expect.poll(address).toBe('/workouts?view=list');
  await expect.poll(() => cards.elements()).toHaveLength(3);
});

test('saves the list as a file with the date, and explains a failure', async () => {
  answerSomeWorkouts();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  answer(exportWorkouts, lost);
  await renderPage('/workouts?workoutType=6');
  await press('CSVで書き出す');
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  answer(exportWorkouts, new Blob(['\uFEFF開始日時\r\n']));
  await press('CSVで書き出す');
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^tanren-workouts-\d{8}\.csv$/);
  expect(listCalls(exportWorkouts).at(-1)?.path).toBe('/my/workouts.csv?workoutType=6');
});

test('shows not found for a filter of a type never done', async () => {
  answerSomeWorkouts();
  await renderPage('/workouts?workoutType=2');
  await expect.element(heading('Page not found')).toBeVisible();
});

test.each(['/workouts', '/workouts?view=list', '/training-history/3', '/training-status'])(
  '%s explains what to do without a workout',
  async (path) => {
    await renderPage(path);
    const link = page.getByRole('main').getByRole('link', { name: 'マシンと接続する' });
    await expect.element(link).toHaveAttribute('href', '/tanren-link');
    await expect.element(button('CSVで書き出す')).not.toBeInTheDocument();
    await expectAccessible();
  },
);

test('the home page shows an empty week and no last workout', async () => {
  await renderPage('/');
  await expect.element(page.getByRole('link', { name: /今週のトレーニング 0/ })).toBeVisible();
  await expect.element(page.getByText('前回のトレーニング')).not.toBeInTheDocument();
});

test('shows the chosen visit beside the list on a desktop, the newest by default', async () => {
  await page.viewport(1280, 800);
  answerSomeWorkouts();
  const { address } = await renderPage('/workouts?view=list');
  await expect.poll(() => cards.elements()).toHaveLength(3);
  const panel = page.getByRole('region', { name: '選んだ来館' });
  await expect.element(panel).toHaveTextContent('3月12日(木)');
  await expect.element(panel.getByRole('link', { name: /チェストプレス/ })).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await cards.nth(1).click();
  await expect.element(panel).toHaveTextContent('2月20日(金)');
  await expect.element(cards.nth(1)).toHaveAttribute('aria-current', 'true');
  expect(address()).toBe('/workouts?view=list');
});
