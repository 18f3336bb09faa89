import { getWorkoutHistory, type HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { sendTouch } from '#test/support/pointer.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleWorkout, sampleHistory, sampleLoad } from '#test/samples/workouts.ts';

const chart = page.getByRole('slider', { name: '最大重量のグラフ' });
const shown = page.getByRole('region', { name: '最大重量', exact: true });
const bests = page.getByRole('region', { name: '自己ベスト' });
const periods = page.getByRole('navigation', { name: '期間' });

const begins: Readonly<Record<HistoryPeriod, string>> = {
  '1m': '2026-02-12',
  '3m': '2025-12-12',
  '1y': '2025-03-12',
  all: '',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-12T12:00:00Z');
  answer(listWorkoutLoads, [sampleLoad()]);
  answer(getWorkoutHistory, ({ params, querystring: { period = '3m' } }) =>
    sampleHistory(params.workoutType, begins[period]),
  );
});

test('shows the bests, the next load and the chosen period', async () => {
  answer(getWorkout, ({ params }) => sampleWorkout({ id: params.workoutId }));
  const { address } = await renderPage('/training-history/1');
  await expect.element(heading('チェストプレス')).toBeVisible();
  const headline = page.getByRole('main').getByText(/^最大重量52\.5kg3か月で\+2\.5kg$/);
  await expect.element(headline).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '次回の重量' }))
    .toHaveTextContent('55kg前回は52.5kgを12回できたので、少し重くします。');
  // Each chart answers its question, and marks the best and the next value.
  await expect.element(shown).toHaveTextContent('3か月で+2.5kg');
  await expect.element(shown).toHaveTextContent('次回の重量 55kg');
  await expect.element(shown).toHaveTextContent('自己ベスト');
  await expect.element(shown).toHaveTextContent('3か月前');
  await expect
    .element(page.getByRole('region', { name: '総発揮力', exact: true }))
    .toHaveTextContent('3か月で+230kg1回のトレーニングの合計');
  await expect.element(bests).toHaveTextContent('最大重量52.5kg');
  await expect.element(bests).toHaveTextContent('推定1RM66.7kg');
  const chosen = () => periods.element().querySelector('[aria-current]')?.textContent;
  expect(chosen()).toBe('3か月');
  await expect.element(chart).toHaveAttribute('max', '1');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/52\.5kg$/));
  await expectAccessible();
  await periods.getByRole('link', { name: '全期間' }).click();
  await expect.poll(address).toBe('/training-history/1?period=all');
  await expect.element(chart).toHaveAttribute('max', '2');
  expect(chosen()).toBe('全期間');
  await bests.getByRole('link').first().click();
  await expect.poll(address).toBe('/workouts/4');
});

test('a chart can be read by arrow keys, by mouse and as a table', async () => {
  await renderPage('/training-history/1?period=all');
  await expect.element(chart).toHaveAttribute('max', '2');
  const slider = chart.element();
  slider.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(shown).toHaveTextContent('50kg');
  await userEvent.keyboard('{Home}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/40kg$/));
  await expect.element(shown).toHaveTextContent('40kg');
  slider.blur();
  const plot = slider.parentElement ?? slider;
  await userEvent.hover(plot, { position: { x: plot.clientWidth - 10, y: 80 } });
  await expect.element(shown).toHaveTextContent('52.5kg');
  await userEvent.hover(plot, { position: { x: 50, y: 80 } });
  await expect.element(shown).toHaveTextContent('40kg');
  // The value under the pointer disappears with the pointer.
  await heading('チェストプレス').hover();
  await expect.element(shown).toHaveTextContent('52.5kg');

  await page.getByText('グラフの数値を表で見る').click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.poll(() => rows.elements()).toHaveLength(4);
  await expect.element(rows.nth(2)).toHaveTextContent('50.0900.066.7');
  await expectAccessible();
});

test('a chart shows the touched point, and keeps it afterwards', async () => {
  await renderPage('/training-history/1?period=all');
  await expect.element(chart).toHaveAttribute('max', '2');
  const slider = chart.element();
  slider.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width } = slider.getBoundingClientRect();
  await sendTouch('touchStart', { x: x + width - 12, y: y + 80 });
  for (let left = 300; left >= 50; left -= 25) {
    await sendTouch('touchMove', { x: x + left, y: y + 80 });
  }
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/40kg$/));
  await sendTouch('touchEnd');
  await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/40kg$/));
  await expect.element(shown).toHaveTextContent('40kg');
});

test('explains why there is no estimate without a short enough set', async () => {
  await renderPage('/training-history/6');
  await expect.element(heading('アームカール')).toBeVisible();
  await expect
    .element(page.getByText('12回以下のセットがないため、1RMは推定できません。'))
    .toBeVisible();
  await expect.element(bests).toHaveTextContent('10回以下のセットを行うと推定できます。');
});

test('shows not found for an unknown type', async () => {
  await renderPage('/training-history/17');
  await expect.element(heading('Page not found')).toBeVisible();
});

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  await renderPage('/training-history/1');
  await expect.element(chart).toBeInTheDocument();
  expectNoSidewaysScroll();
  await expectAccessible();
});
