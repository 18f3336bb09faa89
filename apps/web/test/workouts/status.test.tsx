import { getTrainingStatus, type TrainingStatus } from '@tanren/contract/workouts/training-status';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { type MuscleId, muscles } from '@tanren/domain/workouts/muscles';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleLoad } from '#test/samples/workouts.ts';

const body = page.getByRole('region', { name: 'この7日間で鍛えた部位' });
const panel = body.getByRole('status');

/** Two sets on the chest press and one of curls, on a Thursday, which is today. */
const sets: Partial<Record<MuscleId, number>> = {
  pectorals: 2,
  deltoids: 1,
  triceps: 1,
  biceps: 1,
};

const status: TrainingStatus = {
  weekStartsOn: '2026-03-09',
  trainedDays: ['2026-03-12'],
  streakWeeks: 1,
  muscles: muscles.map(({ id }) => ({
    muscle: id,
    sets: sets[id] ?? 0,
    lastTrainedOn: sets[id] === undefined ? null : '2026-03-12',
  })),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-12T12:00:00Z');
  answer(getTrainingStatus, status);
  answer(listWorkoutLoads, [sampleLoad()]);
});

test('shows the week and the loads, each with a link', async () => {
  const { address } = await renderPage('/training-status');
  const week = page.getByRole('region', { name: '今週のトレーニング' });
  await expect.element(week).toHaveTextContent('1日 目安 週2〜3日1週連続');
  const days = week.getByRole('listitem').elements();
  expect(days.map((day) => day.textContent.includes('トレーニングしました'))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(days[3]).toHaveAttribute('aria-current', 'date');
  const load = page.getByRole('link', { name: /^チェストプレス/ });
  await expect
    .element(load)
    .toHaveTextContent(
      /^チェストプレス 前回 52\.5kg 最大重量 52\.5kg 次回 55kg↑ 前回できたので重く$/,
    );
  await load.click();
  await expect.poll(address).toBe('/training-history/1');
});

test('has words only where the next load changes, and aligns the numbers', async () => {
  answer(listWorkoutLoads, [
    sampleLoad(),
    sampleLoad({
      workoutTypeId: 4,
      lastLoad: 40,
      maxLoad: 100,
      nextLoad: 40,
      nextLoadReason: 'keep',
    }),
  ]);
  await renderPage('/training-status');
  const rows = page.getByRole('region', { name: '種目ごとの重量' }).getByRole('link');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/^ラットプルダウン 前回 40kg 最大重量 100kg 次回 40kg$/);
  // A whole number ends where the other one has its decimal point.
  const ends = [0, 1].map((row) => {
    const text = rows.nth(row).element().querySelector('[class*=number]')?.firstChild;
    if (!(text instanceof Text)) throw new Error('there is no number');
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, text.data.split('.')[0]?.length ?? 0);
    return range.getBoundingClientRect().right;
  });
  expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 0);
  for (const width of [320, 390, 1280]) {
    await page.viewport(width, 800);
    expectNoSidewaysScroll();
  }
  await expectAccessible();
});

test('selects a muscle in the drawing, coloured by its sets', async () => {
  await renderPage('/training-status');
  await expect.element(panel).toHaveTextContent(/^部位を選ぶと、セット数がわかります。$/);
  const part = (muscle: string) => {
    const found = body.element().querySelector(`[data-muscle=${muscle}]`);
    if (!found) throw new Error(`${muscle} is not drawn`);
    return found;
  };
  const shape = part('pectorals').querySelector('path');
  if (shape) await userEvent.click(shape);
  await expect
    .element(panel)
    .toHaveTextContent('胸大胸筋2セット目安の5〜10セットまで、あと3セットです。今日鍛えました。');
  const painted = (muscle: string) => getComputedStyle(part(muscle)).fill;
  expect(painted('pectorals')).not.toBe(painted('quadriceps'));
  expect(painted('calves')).toBe(painted('quadriceps'));
  await expectAccessible();
});

test('arrow keys move through the muscles, and a table lists all of them', async () => {
  await renderPage('/training-status');
  const first = body.getByRole('radio', { name: /^胸/ });
  await expect.element(first).toBeInTheDocument();
  first.element().focus();
  await expect.element(panel).toHaveTextContent('胸大胸筋2セット');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(panel).toHaveTextContent('肩三角筋1セット');
  await userEvent.keyboard('{ArrowDown>3/}');
  await expect.element(panel).toHaveTextContent('力こぶ上腕二頭筋1セット');
  await page.getByText('すべての部位を表で見る').click();
  const table = page.getByRole('table', { name: 'この7日間で鍛えた部位' });
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(16);
  await expect
    .element(table.getByRole('row', { name: /^胸/ }))
    .toHaveTextContent(/^胸2セット今日$/);
});

test('the home page shows the week, and links to it', async () => {
  await renderPage('/');
  await page.getByRole('link', { name: /今週のトレーニング 1/ }).click();
  await expect.element(heading('トレーニング状況')).toBeVisible();
});

test('is accessible on a desktop with the table open', async () => {
  await page.viewport(1280, 800);
  await renderPage('/training-status');
  const table = page.getByRole('table', { name: 'この7日間で鍛えた部位' });
  await expect.element(table).toBeVisible();
  // The drawing ends at the same height as the table beside it.
  const end = (part: Element | null | undefined) => part?.getBoundingClientRect().bottom ?? 0;
  expect(Math.abs(end(body.element()) - end(table.element().closest('details')))).toBeLessThan(2);
  expect(end(panel.element())).toBeLessThan(800);
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows one next step instead of an empty table to a member without workouts', async () => {
  await page.viewport(1280, 800);
  const nothing = status.muscles.map(({ muscle }) => ({ muscle, sets: 0, lastTrainedOn: null }));
  answer(getTrainingStatus, { ...status, trainedDays: [], streakWeeks: 0, muscles: nothing });
  answer(listWorkoutLoads, []);
  const { address } = await renderPage('/training-status');
  await expect.element(page.getByText('マシンでトレーニングすると')).toBeVisible();
  await expect.element(page.getByText('すべての部位を表で見る')).not.toBeInTheDocument();
  await expect.element(page.getByText('種目ごとの重量')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: 'マシンと接続する' }).click();
  await expect.poll(address).toBe('/tanren-link');
});
