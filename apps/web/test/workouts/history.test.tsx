import { getWorkoutHistory, type HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, press } from '#test/support/locators.ts';
import { sendTouch } from '#test/support/pointer.ts';
import { renderPage } from '#test/support/render.tsx';
import {
  sampleHistory,
  sampleLoad,
  sampleStrength,
  sampleWorkout,
} from '#test/samples/workouts.ts';

const chart = page.getByRole('slider', { name: '最大重量のグラフ' });
const shown = page.getByRole('region', { name: '最大重量', exact: true });
const bests = page.getByRole('region', { name: '自己ベスト' });
const periods = page.getByRole('navigation', { name: '期間' });

const strength = page.getByRole('region', { name: '推定1RM', exact: true });

const knownLoad = sampleLoad({
  strength: { low: 62.4, high: 68.1 },
  nextLoadChance: { reps: 10, chance: 0.81 },
});
const nothingKnown = { days: [], change: null, changeSince: null };

const begins: Readonly<Record<HistoryPeriod, string>> = {
  '1m': '2026-02-12',
  '3m': '2025-12-12',
  '1y': '2025-03-12',
  all: '',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-12T12:00:00Z');
  answer(listWorkoutLoads, [knownLoad]);
  answer(getWorkoutStrength, ({ params, querystring: { period = '3m' } }) =>
    params.workoutType === 1 ? sampleStrength(begins[period]) : nothingKnown,
  );
  answer(getWorkoutHistory, ({ params, querystring: { period = '3m' } }) =>
    sampleHistory(params.workoutType, begins[period]),
  );
});

test('shows the bests, the next load and the chosen period', async () => {
  answer(getWorkout, ({ params }) => sampleWorkout({ id: params.workoutId }));
  const { address } = await renderPage('/training-history/1');
  await expect.element(heading('チェストプレス')).toBeVisible();
  const headline = page
    .getByRole('main')
    .getByText(/^最大重量52\.5kg3か月で\+2\.5kg今の推定1RM62〜68kg$/);
  await expect.element(headline).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '次回の重量' }))
    .toHaveTextContent(
      '55kg10回できる見込み：およそ80%前回は52.5kgを12回できたので、少し重くします。',
    );
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
  await expect.element(rows.nth(2)).toHaveTextContent('50.0900.060〜68');
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

test('shows the strength of each day as a range, and the change in one sentence', async () => {
  await renderPage('/training-history/1');
  await expect.element(strength).toHaveTextContent('この3週間で約6%伸びました');
  const days = page.getByRole('slider', { name: '推定1RMのグラフ' });
  await expect.element(days).toHaveAttribute('aria-valuetext', '3月12日(木) 62〜68kg');
  days.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(strength).toHaveTextContent('60〜68kg2月20日(金)');
});

test('ends the range with today, when the last day was before', async () => {
  vi.setSystemTime('2026-03-20T12:00:00Z');
  answer(listWorkoutLoads, [{ ...knownLoad, strength: { low: 61.2, high: 69.4 } }]);
  await renderPage('/training-history/1');
  await expect.element(strength).toHaveTextContent('61〜69kg今日');
});

test('calls a change within the noise no clear change', async () => {
  answer(getWorkoutStrength, { ...sampleStrength('2026-01-01'), change: null });
  await renderPage('/training-history/1');
  await expect.element(strength).toHaveTextContent('はっきりした変化はありません');
  await expect.element(strength).not.toHaveTextContent('%伸び');
});

test('says that the strength is not known yet after two workouts', async () => {
  answer(listWorkoutLoads, [sampleLoad()]);
  answer(getWorkoutStrength, nothingKnown);
  await renderPage('/training-history/1');
  const headline = page.getByRole('main').getByText(/今の推定1RMまだわかりません$/);
  await expect.element(headline).toBeVisible();
  await expect.element(strength).toHaveTextContent('まだわかりません。トレーニングを重ねると');
  await expect
    .element(page.getByRole('region', { name: '次回の重量' }))
    .not.toHaveTextContent('見込み');
  await expectAccessible();
});

test('shows the rest of the page when the strength cannot be loaded, and loads it again', async () => {
  // The query client repeats other failures itself.
  answer(getWorkoutStrength, rejectWith(404, 'not_found'));
  await renderPage('/training-history/1');
  await expect.element(page.getByText('推定1RMの推移を読み込めませんでした。')).toBeVisible();
  await expect.element(shown).toHaveTextContent('3か月で+2.5kg');
  ignoreConsoleErrors('status of 404');
  answer(getWorkoutStrength, sampleStrength());
  await press('推定1RMの推移をもう一度読み込む');
  await expect.element(strength).toHaveTextContent('62〜68kg');
});

test('explains why there is no best estimate without a short enough set', async () => {
  await renderPage('/training-history/6');
  await expect.element(heading('アームカール')).toBeVisible();
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
