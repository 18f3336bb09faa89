import { getVisits, listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { exportWorkouts } from '@tanren/contract/workouts/workouts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  monthOfVisits,
  sampleListedWorkout,
  sampleSet,
  sampleVisits,
} from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { button, heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const calendar = (name: string) => page.getByRole('region', { name: `${name}の来館` });
const days = () => page.getByRole('table', { name: 'トレーニングした日' }).getByRole('link');
const rows = page.getByRole('region', { name: 'この月のトレーニング' }).getByRole('link');
const turn = (name: '前の月' | '次の月') => page.getByRole('link', { name });
const segments = page.getByRole('navigation', { name: '履歴の見方' });

/** Three days of March, of which one has a best load, and one of January. */
const visits = sampleVisits([
  sampleListedWorkout({
    id: 4,
    startedAt: '2026-03-12T09:00:00.000Z',
    personalBests: ['max', 'tfo'],
  }),
  sampleListedWorkout({
    id: 3,
    workoutTypeId: 6,
    startedAt: '2026-03-12T08:50:00.000Z',
    sets: [sampleSet(10, 15)],
    personalBests: ['tfo', 'oneRepMax'],
  }),
  sampleListedWorkout({
    id: 2,
    startedAt: '2026-03-03T09:00:00.000Z',
    endedAt: '2026-03-03T09:04:00.000Z',
    sets: Array.from({ length: 9 }, () => sampleSet(50, 10)),
    personalBests: ['tfo'],
  }),
  sampleListedWorkout({ id: 1, startedAt: '2026-01-31T09:00:00.000Z' }),
]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-13T12:00:00Z');
  answer(listVisitsOfMonth, ({ params: { month } }) => monthOfVisits(visits, month));
  answer(getVisits, ({ params: { date } }) => ({
    date,
    visits: visits.filter((visit) => visit.date === date),
  }));
});

test('shows the month as days with stacks, its sums and its visits', async () => {
  await renderPage('/workouts');
  await expect.element(calendar('3月')).toHaveTextContent('来館2回セット12セット総発揮力5,780kg');
  const table = page.getByRole('table', { name: 'トレーニングした日' }).element();
  const names = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(names).toEqual(['日', '月', '火', '水', '木', '金', '土']);
  // The first of March is a Sunday.
  expect(table.querySelector('tbody tr')?.textContent).toBe('1234567');
  expect(table.querySelector('[aria-current=date]')?.textContent).toBe('13');
  const linked = days().elements();
  expect(linked.map((day) => day.getAttribute('aria-label'))).toEqual([
    '3月3日(火) 9セット',
    '3月12日(木) 3セット、最大重量を更新',
  ]);
  // Nine sets are three plates, three are one. Only a best load has the red cap.
  const stacks = linked.map((day) => day.querySelector('[aria-hidden]'));
  expect(stacks.map((stack) => stack?.childElementCount)).toEqual([3, 1]);
  expect(stacks.map((stack) => stack?.hasAttribute('data-capped'))).toEqual([false, true]);
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      '3月12日(木)2種目・3セット・14分最大重量を更新：チェストプレス総発揮力 1,280kg',
      '3月3日(火)1種目・9セット・4分総発揮力 4,500kg',
    ]);
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('a day leads to its visit, and back to the month it was opened from', async () => {
  const { address, back } = await renderPage('/workouts');
  await turn('前の月').click();
  await expect.poll(address).toBe('/workouts?month=2026-02');
  await expect.element(page.getByText('この月のトレーニングはありません。')).toBeVisible();
  await turn('前の月').click();
  await expect.element(calendar('1月')).toHaveTextContent('来館1回');
  // There is no visit before January.
  await expect.element(turn('前の月')).not.toBeInTheDocument();
  await days().click();
  await expect.element(heading('1月31日(土)')).toBeVisible();
  expect(address()).toBe('/visits/2026-01-31');
  back();
  await expect.element(calendar('1月')).toBeVisible();
  expect(address()).toBe('/workouts?month=2026-01');
  await turn('次の月').click();
  await turn('次の月').click();
  await expect.poll(address).toBe('/workouts');
  await expect.element(calendar('3月')).toBeVisible();
  await expect.element(turn('次の月')).not.toBeInTheDocument();
});

test('the keyboard reaches the months and days in the order of the page', async () => {
  const { address } = await renderPage('/workouts');
  await expect.element(turn('前の月')).toBeVisible();
  turn('前の月').element().focus();
  await userEvent.tab();
  await expect.element(days().first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/visits/2026-03-03');
});

test.each(['2026-04', '2026-13', '2026-3', 'x'])(
  'shows the current month for %s in the address',
  async (month) => {
    await renderPage(`/workouts?month=${month}`);
    await expect.element(calendar('3月')).toBeVisible();
    await expect.element(turn('次の月')).not.toBeInTheDocument();
  },
);

test('names the year of another year, and the gyms when there are several', async () => {
  const december = visits.map((visit) => ({ ...visit, date: '2025-12-31' }));
  const [totals] = monthOfVisits(december, '2025-12').visits;
  if (totals === undefined) throw new Error('there is no visit');
  const second = { ...totals, gymId: 2, gymName: 'TANREN 渋谷', tfo: 52.5 };
  answer(listVisitsOfMonth, { visits: [second, totals], firstDate: '2025-12-31' });
  await renderPage('/workouts?month=2025-12');
  await expect.element(calendar('2025年12月')).toBeVisible();
  // Two gyms on one day are one stack, but two rows.
  await expect.poll(() => days().elements()).toHaveLength(1);
  await expect.element(days()).toHaveAccessibleName('12月31日(水) 6セット、最大重量を更新');
  await expect.element(rows.nth(0)).toHaveTextContent('14分・TANREN 渋谷');
  await expect.element(rows.nth(1)).toHaveTextContent('14分・TANREN 神田');
  // A whole number ends where the other one has its decimal point.
  const wholeEnds = [0, 1].map((row) => {
    const text = rows.nth(row).element().querySelector('[class*=number]')?.firstChild;
    const range = document.createRange();
    if (!(text instanceof Text)) throw new Error('there is no number');
    range.setStart(text, 0);
    range.setEnd(text, text.data.split('.')[0]?.length ?? 0);
    return range.getBoundingClientRect().right;
  });
  expect(wholeEnds[0]).toBeCloseTo(wholeEnds[1] ?? 0, 0);
});

test('leads to the list of all visits and to the file of all records', async () => {
  answer(listVisits, { items: visits, nextCursor: null });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  answer(exportWorkouts, new Blob(['\uFEFF開始日時\r\n']));
  const { address, back } = await renderPage('/workouts');
  await button('CSVで書き出す').click();
  await expect.poll(() => listCalls(exportWorkouts).at(-1)?.path).toBe('/my/workouts.csv');
  await page.getByRole('link', { name: '一覧で見る' }).click();
  await expect.poll(address).toBe('/workouts?view=list');
  await expect.element(page.getByRole('link', { name: /1月31日\(土\)/ })).toBeVisible();
  const chosen = () => segments.element().querySelector('[aria-current]')?.textContent;
  expect(chosen()).toBe('来館');
  back();
  await expect.element(calendar('3月')).toBeVisible();
});

test('shows the days and the visits beside each other on a desktop', async () => {
  await page.viewport(1280, 800);
  await renderPage('/workouts');
  await expect.element(rows.first()).toBeVisible();
  const left = (part: Element) => part.getBoundingClientRect().left;
  expect(left(rows.first().element())).toBeGreaterThan(left(calendar('3月').element()) + 300);
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('fits on the smallest phone, with days as large as a thumb', async () => {
  await page.viewport(320, 640);
  await renderPage('/workouts');
  await expect.poll(() => days().elements()).toHaveLength(2);
  for (const day of days().elements()) {
    const { width, height } = day.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  expectNoSidewaysScroll();
});
