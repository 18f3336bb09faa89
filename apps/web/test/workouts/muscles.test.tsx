import { getTrainingStatus, type TrainingStatus } from '@tanren/contract/workouts/training-status';
import { type MuscleId, muscles } from '@tanren/domain/workouts/muscles';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';

const map = page.getByRole('region', { name: '部位ごとのセット数' });
const slider = page.getByRole('slider', { name: '表示する週' });
const headline = page.getByRole('heading', { level: 2 });

/** Sets of the last seven days, on a Monday. Other muscles have the goal. */
const sets: Partial<Record<MuscleId, number>> = { pectorals: 4, calves: 0, lats: 4, deltoids: 4.5 };

const status: TrainingStatus = {
  weekStartsOn: '2026-03-16',
  trainedDays: [],
  streakWeeks: 1,
  muscles: muscles.map(({ id }) => ({
    muscle: id,
    sets: sets[id] ?? 6,
    earlierSets: [id === 'pectorals' ? 2 : 6, 6, 0],
    lastTrainedOn: '2026-03-12',
  })),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-16T12:00:00Z');
  answer(getTrainingStatus, status);
});

const outlined = () =>
  [...map.element().querySelectorAll('[data-muscle]')]
    .filter((shape) => getComputedStyle(shape).stroke === 'rgb(255, 255, 255)')
    .map((shape) => shape.getAttribute('data-muscle'));

test('outlines what is missing to the goal, and names the nearest first', async () => {
  await renderPage('/workouts?view=muscles');
  await expect.element(headline).toHaveTextContent('あと0.5セット：肩');
  await expect.element(page.getByText('あと1セット：胸、背中の横')).toBeVisible();
  await expect.element(page.getByText('あと5セット：ふくらはぎ')).toBeVisible();
  expect(new Set(outlined())).toEqual(new Set(Object.keys(sets)));
  await expect
    .element(map.getByRole('radio', { name: /^胸/ }))
    .toHaveAccessibleName('胸 7日間で4セット。前回から4日たちました。');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('the slider goes back week by week, also by the keyboard', async () => {
  await renderPage('/workouts?view=muscles');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', 'この7日間 3月10日(火)〜3月16日(月)');
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1週間前 3月3日(火)〜3月9日(月)');
  await expect.element(headline).toHaveTextContent('あと3セット：胸');
  map.getByRole('radio', { name: /^胸/ }).element().focus();
  await expect
    .element(map.getByRole('status'))
    .toHaveTextContent(/^胸大胸筋2セット目安の5〜10セットまで、あと3セットです。$/);
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(headline).toHaveTextContent('すべての部位が目安に届きました');
  await expect.poll(outlined).toEqual([]);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', '3週間前 2月17日(火)〜2月23日(月)');
  await expect.element(map.getByRole('status')).toHaveTextContent('この週は鍛えていません。');
  await expectAccessible();
});

test('leads to the status, and back to the muscles', async () => {
  const { address, back } = await renderPage('/workouts?view=muscles');
  await page.getByRole('link', { name: 'トレーニング状況' }).click();
  await expect.poll(address).toBe('/training-status');
  back();
  await expect.poll(address).toBe('/workouts?view=muscles');
  await expect.element(map).toBeVisible();
});

test('shows one next step to a member without workouts', async () => {
  const nothing = status.muscles.map(({ muscle }) => ({ muscle, sets: 0, lastTrainedOn: null }));
  answer(getTrainingStatus, { ...status, muscles: nothing });
  await renderPage('/workouts?view=muscles');
  await expect.element(page.getByRole('link', { name: 'マシンと接続する' })).toBeVisible();
  await expect.element(slider).not.toBeInTheDocument();
  await expectAccessible();
});

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  await renderPage('/workouts?view=muscles');
  await expect.element(map).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});
