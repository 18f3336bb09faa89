import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { getVisits } from '@tanren/contract/workouts/visits';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkout, type WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findPinned } from '#entities/workouts/pinned-workout.ts';
import { formatGymDate } from '#lib/dates.ts';
import { sampleReservation } from '#test/samples/gyms.ts';
import {
  sampleListedWorkout,
  sampleLoad,
  sampleVisits,
  sampleWorkout,
  someWorkouts,
} from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { heading, listRedControls } from '#test/support/locators.ts';
import { preferMotion } from '#test/support/motion.ts';
import { renderPage } from '#test/support/render.tsx';

const visits = sampleVisits(
  someWorkouts.slice(0, 2).map((workout) => sampleListedWorkout(workout)),
);

const findSample = (id: number): WorkoutDetail =>
  someWorkouts.find((workout) => workout.id === id) ?? sampleWorkout({ id });

test('celebrates a visit with its plates and sums, and names what comes next', async () => {
  answer(getVisits, { date: '2026-03-12', visits });
  answer(listWorkoutLoads, [
    sampleLoad({ workoutTypeId: 1, lastLoad: 50, nextLoad: 52.5, nextLoadReason: 'raise' }),
    sampleLoad({ workoutTypeId: 2 }),
  ]);
  answer(listMyReservations, { items: [sampleReservation], nextCursor: null });
  answer(getWorkout, ({ params: { workoutId } }) => findSample(workoutId));
  const { main, address } = await renderPage('/visits/2026-03-12/finished');
  await expect.element(heading('おつかれさまでした')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '今日の合計' }))
    .toHaveTextContent('今日の合計総発揮力1,280kg2種目3セット14分自己ベスト更新 チェストプレス');
  // The アームカール is done for the first time.
  await expect
    .element(page.getByRole('region', { name: '前回と比べて' }))
    .toHaveTextContent(/^前回と比べてチェストプレス\+2\.5kg$/);
  await expect
    .element(page.getByRole('region', { name: '次回の重量' }))
    .toHaveTextContent('次回の重量チェストプレス↑ 前回できたので重く52.5kg');
  await expect
    .element(main.getByRole('link', { name: formatGymDate(sampleReservation.date) }))
    .toHaveAttribute('href', '/reservations/1');
  // The page fills the screen, and its way on is the only navigation.
  expect(page.getByRole('navigation').elements()).toEqual([]);
  expect(document.querySelectorAll('[data-pinned]')).toHaveLength(1);
  expect(listRedControls()).toEqual(['ホームへ']);
  // The way on is on the first screen.
  const home = page.getByRole('link', { name: 'ホームへ' }).element().getBoundingClientRect();
  expect(home.bottom).toBeLessThanOrEqual(844);
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.getByRole('link', { name: '今日の記録を見る' }).click();
  await expect.poll(address).toBe('/visits/2026-03-12');
});

test('waits for the sections between its numbers and its links, so that none is pushed down', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(getVisits, { date: '2026-03-12', visits });
  answer(listWorkoutLoads, async () => {
    await released;
    return [sampleLoad({ workoutTypeId: 1 })];
  });
  answer(getWorkout, async ({ params: { workoutId } }) => {
    await released;
    return findSample(workoutId);
  });
  const opened = renderPage('/visits/2026-03-12/finished');
  await expect.poll(() => listCalls(getWorkout)).toHaveLength(2);
  await expect.poll(() => listCalls(listWorkoutLoads)).toHaveLength(1);
  expect(heading('おつかれさまでした').elements()).toEqual([]);
  release();
  await opened;
  await expect.element(heading('おつかれさまでした')).toBeVisible();
  expect(page.getByRole('region', { name: '前回と比べて' }).elements()).toHaveLength(1);
  expect(page.getByRole('region', { name: '次回の重量' }).elements()).toHaveLength(1);
});

test('lets the device feel each plate', async () => {
  answer(getVisits, { date: '2026-03-12', visits });
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  await preferMotion('no-preference');
  const { go } = await renderPage('/visits/2026-03-12');
  // Browsers vibrate only after a tap.
  await heading('3月12日(木)').click();
  await go('/visits/2026-03-12/finished');
  // Three sets, each with a plate that drops 80 ms after the one before.
  await expect.poll(() => vibrate).toHaveBeenCalledExactlyOnceWith([15, 65, 15, 65, 15, 65]);
});

test('offers a reservation to a member without one, and no loads before they are known', async () => {
  answer(getVisits, { date: '2026-03-12', visits });
  answer(listWorkoutLoads, []);
  answer(listMyReservations, { items: [], nextCursor: null });
  await renderPage('/visits/2026-03-12/finished');
  const reserve = page.getByRole('link', { name: '次の予約をとる' });
  await expect.element(reserve).toHaveAttribute('href', '/reservations');
  expect(page.getByRole('region', { name: '次回の重量' }).elements()).toEqual([]);
});

test.each([
  ['the last personal best', [{ max: 40, best: true }, { max: 50, best: true }, { max: 90 }], 1],
  ['the heaviest workout without a best', [{ max: 40 }, { max: 90 }, { max: 50 }], 1],
])('puts the pin on %s', (_, workouts, pinned) => {
  const visit = workouts.map(({ max, best = false }: { max: number; best?: boolean }) =>
    sampleListedWorkout({ max, personalBests: best ? ['max'] : [] }),
  );
  expect(findPinned({ workouts: visit })).toBe(pinned);
});
