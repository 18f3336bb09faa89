import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { expect, test, vi } from 'vitest';
import { answer, listCalls } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';
import { renderPage, type RenderOptions } from '#test/support/render.tsx';
import { newcomer, undecided } from './page-case.ts';

const sessionData = ['/informations', '/workout-loads', '/workout-types', '/workouts/latest'];
const listRequested = () =>
  listCalls()
    .map(({ path }) => path)
    .filter((path) => sessionData.includes(path))
    .toSorted();

/** Opens a page. The test decides when the browser is idle. */
async function open(path: string, title: string, options: RenderOptions = {}) {
  const idle: (() => void)[] = [];
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) =>
    idle.push(() => {
      run({ didTimeout: false, timeRemaining: () => 50 });
    }),
  );
  const shown = await renderPage(path, options);
  await expect.element(heading(title)).toBeVisible();
  const rest = async () => {
    await expect.poll(() => idle.length).toBeGreaterThan(0);
    for (const run of idle.splice(0)) run();
  };
  return { ...shown, rest };
}

// spec 4.15, 4.16
test('prefetches announcements and workout data for a member on a public page, after it is drawn', async () => {
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  const { go, rest } = await open('/terms', '利用規約');
  expect(listCalls()).toEqual([]);
  await rest();
  await expect.poll(listRequested).toEqual(sessionData);
  // The data is loaded once per session.
  await go('/tutorial');
  await rest();
  await expect.element(heading('ご利用ガイド')).toBeVisible();
  expect(listRequested()).toEqual(sessionData);
});

test('does not fetch the latest workout of a member without workouts', async () => {
  answer(listWorkoutTypes, allWorkoutTypes([]));
  const { rest } = await open('/terms', '利用規約');
  await rest();
  await expect
    .poll(listRequested)
    .toEqual(sessionData.filter((path) => path !== '/workouts/latest'));
});

test.each([
  ['nobody', { session: null }],
  ['a member without a profile', { session: newcomer }],
] as const)('prefetches nothing for %s', async (_, options) => {
  const { go, rest } = await open('/terms', '利用規約', options);
  await rest();
  await go('/tutorial');
  await expect.element(heading('ご利用ガイド')).toBeVisible();
  expect(listRequested()).toEqual([]);
});

// spec 4.15, 4.16
test('prefetches workout data also before the member has agreed to the terms', async () => {
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  const { rest } = await open('/confirm-agreement', '利用規約への同意', { session: undecided });
  await rest();
  await expect.poll(listRequested).toEqual(sessionData);
});
