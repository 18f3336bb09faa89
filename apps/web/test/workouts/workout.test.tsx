import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { emptyRanking } from './rankings.ts';
import { sampleLoad, sampleSet, sampleWorkout, someWorkouts } from '#test/samples/workouts.ts';

function answerWorkouts(): void {
  answer(
    getWorkout,
    ({ params }) =>
      someWorkouts.find(({ id }) => id === params.workoutId) ?? rejectWith(404, 'not_found'),
  );
}

test('shows the totals against the last time, and the rank', async () => {
  answerWorkouts();
  answer(listWorkoutLoads, [sampleLoad({ nextLoadChance: { reps: 10, chance: 0.84 } })]);
  answer(getWorkoutRanking, emptyRanking);
  const { address } = await renderPage('/workouts/4');
  await expect.element(heading('チェストプレス')).toBeVisible();
  const numbers = page.getByRole('main');
  await expect.element(numbers.getByText('自己ベスト更新！（最大重量・総発揮力）')).toBeVisible();
  await expect.element(numbers).toHaveTextContent('最大重量52.5kg前回より+2.5kg');
  await expect.element(numbers).toHaveTextContent('総発揮力1,130kg前回より+230kg');
  await expect
    .element(numbers)
    .toHaveTextContent('推定1RM66.7kg1回が限界の重量の目安（10回のセットから）');
  await expect
    .element(page.getByRole('region', { name: '次回の重量' }))
    .toHaveTextContent(
      '55kg10回できる見込み：およそ85%今回は52.5kgを12回できたので、少し重くします。',
    );
  const visit = page.getByRole('link', { name: 'この日のトレーニング' });
  await expect.element(visit).toHaveAttribute('href', '/visits/2026-03-12');
  const table = page.getByRole('table', { name: 'セットごとの記録' });
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent('252.51252.5630.0');
  // The sets come right below the title.
  const sets = page.getByRole('region', { name: 'セット' }).element();
  expect(sets.previousElementSibling?.tagName).toBe('HEADER');
  await page.getByRole('link', { name: /前回の記録/ }).click();
  await expect.poll(address).toBe('/workouts/2');
  await expect.element(numbers).toHaveTextContent('最大重量50kg前回より+10kg');
  await page.getByRole('link', { name: 'ランキング' }).click();
  await expect.poll(address).toBe('/workout-ranking/1/max');
});

test('shows every rep beside that of last time, by arrow keys and in a table', async () => {
  answerWorkouts();
  await renderPage('/workouts/4');
  const chart = page.getByRole('slider', { name: '1回にかけた時間のグラフ' });
  await expect.element(chart).toBeInTheDocument();
  chart.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', '1セット目 1回目 1.8秒 前回1.8秒');
  // The text below the chart says the same as its lines.
  await expect
    .element(page.getByRole('region', { name: '1回にかけた時間' }))
    .toHaveTextContent('1回平均2.1秒（前回2.0秒）');
  await userEvent.keyboard('{ArrowRight>10/}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2セット目 1回目 1.8秒 前回1.8秒');
  await userEvent.keyboard('{End}');
  await expect.element(chart).toHaveAttribute('aria-valuetext', '2セット目 12回目 2.4秒 前回—');
  await expect.element(page.getByText('2セット目 12回目 前回—')).toBeVisible();
  await page.getByText('1回ごとの記録を表で見る').click();
  const table = page.getByRole('table', { name: '1回ごとの記録' });
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(23);
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent('50.01.91.9');
  await expectAccessible();
});

test('shows range, speed, rests and seat where the machine measures them', async () => {
  const set = (startMs: number) => ({
    ...sampleSet(50, 6),
    startMs,
    seat: 4,
    reps: sampleSet(50, 6).reps.map((rep, at) => ({
      ...rep,
      startMs: startMs + 2000 * at,
      rangeMm: at < 3 ? 420 : 320,
      meanVelocityMmPerS: 500,
    })),
  });
  answer(getWorkout, sampleWorkout({ sets: [set(0), set(102_050)] }));
  await renderPage('/workouts/4');
  await expect
    .element(page.getByRole('region', { name: '可動域' }))
    .toHaveTextContent('最後の3回は可動域が狭くなりました');
  const speed = page.getByRole('slider', { name: '挙げる速さのグラフ' });
  await expect.element(speed).toHaveAttribute('aria-valuetext', '1セット目 1回目 0.50m/s');
  const sets = page.getByRole('region', { name: 'セット' });
  await expect.element(sets).toHaveTextContent('セット間の休憩：1分30秒');
  await expect.element(sets).toHaveTextContent('シート位置：4');
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('draws only the sets that the machine measured, from zero', async () => {
  const { reps } = sampleSet(50, 2);
  const measured = { loadKg: 50, reps: reps.map((rep) => ({ ...rep, rangeMm: 400 })) };
  answer(getWorkout, sampleWorkout({ sets: [measured, sampleSet(50, 2)] }));
  await renderPage('/workouts/4');
  const chart = page.getByRole('slider', { name: '可動域のグラフ' });
  await expect.element(chart).toHaveAttribute('aria-valuetext', '1セット目 1回目 40cm');
  const region = page.getByRole('region', { name: '可動域' });
  const listLabels = () =>
    [...region.element().querySelectorAll('svg text')].map((text) => text.textContent);
  await expect.poll(listLabels).toEqual(['0', '20', '40cm', '1', 'セット目']);
});

test('shows no measures of a machine without them', async () => {
  answerWorkouts();
  await renderPage('/workouts/4');
  await expect.element(heading('チェストプレス')).toBeVisible();
  for (const words of ['可動域', '挙げる速さ', 'セット間の休憩', 'シート位置']) {
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  }
});

test('explains why there is no estimate for sets that are too long', async () => {
  answerWorkouts();
  await renderPage('/workouts/3');
  await expect.element(heading('アームカール')).toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toHaveTextContent('推定1RM—12回を超えるセットだけなので、推定できません。');
});

test("shows not found for an unknown workout or another member's", async () => {
  answerWorkouts();
  await renderPage('/workouts/2147483647');
  await expect.element(heading('Page not found')).toBeVisible();
});

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  answerWorkouts();
  await renderPage('/workouts/4');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

const workout = sampleWorkout({
  id: 3,
  startedAt: '2026-11-10T09:00:00.000Z',
  endedAt: '2026-11-10T09:10:00.000Z',
  sets: [sampleSet(40, 10)],
});

test('shows when and why staff corrected a record', async () => {
  const reason = 'マシンの重量の設定が誤っていたため';
  // The time is already the next day in the gym.
  const correction = { reason, correctedAt: '2025-11-14T16:00:00.000Z' };
  answer(getWorkout, { ...workout, correction });
  await renderPage('/workouts/3');
  await expect
    .element(page.getByText('スタッフが記録を修正しました'))
    .toHaveTextContent(`2025年11月15日(土)に、スタッフが記録を修正しました。理由：${reason}`);
  await expectAccessible();
});

test('shows no mark on a record as the machine sent it', async () => {
  answer(getWorkout, workout);
  const { main } = await renderPage('/workouts/3');
  await expect.element(main).toHaveTextContent('チェストプレス');
  await expect.element(main).not.toHaveTextContent('修正しました');
});
