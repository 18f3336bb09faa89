import { listWorkoutTrends, getWorkoutHistory } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleHistory, sampleLoad } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { preferMotion } from '#test/support/motion.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes, typesWithFirstLoad } from '#test/support/usual-answers.ts';

const machines = page.getByRole('region', { name: '種目ごとの12週間' }).getByRole('link');
const others = page.getByRole('region', { name: 'まだ行っていない種目' }).getByRole('link');

/** Twelve weeks of which the last ones have these values. */
const lately = (...weeks: (number | null)[]) => [
  ...Array<null>(12 - weeks.length).fill(null),
  ...weeks,
];

beforeEach(() => {
  answer(listWorkoutTypes, allWorkoutTypes([1, 4, 6]));
  answer(listWorkoutLoads, [
    sampleLoad(),
    sampleLoad({ workoutTypeId: 4, nextLoad: 40 }),
    sampleLoad({ workoutTypeId: 6, nextLoad: 10 }),
  ]);
  answer(listWorkoutTrends, [
    { workoutTypeId: 1, weeks: lately(47.5, null, 52.5, 50) },
    { workoutTypeId: 4, weeks: lately(40) },
  ]);
  answer(getWorkoutHistory, sampleHistory(1, '2025-12-12'));
});

test('shows each machine with its twelve weeks and the next load', async () => {
  await renderPage('/workouts?view=types');
  await expect
    .poll(() => machines.elements().map(({ textContent }) => textContent))
    .toEqual([
      'チェストプレス12週間で+5kg次回 55kg',
      'ラットプルダウン12週間変わらず次回 40kg',
      'アームカール12週間記録なし次回 10kg',
    ]);
  // The gap does not break the line, which has one point for each week with the type.
  const lines = machines.elements().map((card) => {
    const points = card.querySelector('polyline')?.getAttribute('points') ?? '';
    return points.split(' ').filter(Boolean).length;
  });
  expect(lines).toEqual([3, 1, 0]);
  await expect.poll(() => others.elements()).toHaveLength(13);
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('a tap grows the drawing into the page of the type', async () => {
  await preferMotion('no-preference');
  const grow = vi.spyOn(document, 'startViewTransition');
  const { address, back } = await renderPage('/workouts?view=types');
  await machines.first().click();
  await expect.poll(address).toBe('/training-history/1');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expect(grow).toHaveBeenCalledOnce();
  const drawing = document.querySelector<SVGElement>('main [data-workout-type="1"]');
  expect(drawing?.style.viewTransitionName).toBe('machine-1');
  back();
  await expect.element(machines.first()).toBeVisible();
  expect(address()).toBe('/workouts?view=types');
});

test('opens the page at once under reduced motion, and by the keyboard', async () => {
  await preferMotion('reduce');
  const grow = vi.spyOn(document, 'startViewTransition');
  const { address } = await renderPage('/workouts?view=types');
  await expect.element(machines.first()).toBeVisible();
  machines.first().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/training-history/1');
  await expect.element(heading('チェストプレス')).toBeVisible();
  expect(grow).not.toHaveBeenCalled();
});

test('offers a machine to a member without workouts, and lists all types', async () => {
  answer(listWorkoutTypes, typesWithFirstLoad(2, 20, 'ゆっくり'));
  answer(listWorkoutLoads, []);
  answer(listWorkoutTrends, []);
  await renderPage('/workouts?view=types');
  await expect.element(page.getByRole('link', { name: 'マシンと接続する' })).toBeVisible();
  await expect.poll(() => others.elements()).toHaveLength(16);
  await expect.element(others.nth(1)).toHaveTextContent('ペクトラルフライ次回 20kg');
  await expectAccessible();
});

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  await renderPage('/workouts?view=types');
  await expect.element(machines.first()).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});
