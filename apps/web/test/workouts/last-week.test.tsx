import { listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { weekStart } from '@tanren/domain/workouts/training-weeks';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { monthOfVisits, sampleListedWorkout, sampleVisits } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';

const lastMonday = () => addDays(weekStart(toGymDay(new Date())), -7);

/** Answers with one workout of three sets on the chest press for each day. */
function answerVisitsOn(...days: string[]) {
  const workouts = days.map((gymDay, at) =>
    sampleListedWorkout({
      id: at + 1,
      workoutTypeId: 1,
      gymDay,
      startedAt: `${gymDay}T03:00:00.000Z`,
      endedAt: `${gymDay}T03:10:00.000Z`,
      setCount: 3,
      tfo: 1000,
      personalBests: at === 0 ? ['max'] : [],
    }),
  );
  answer(listWorkoutTypes, allWorkoutTypes([1]));
  const visits = sampleVisits(workouts);
  answer(listVisits, { items: visits, nextCursor: null });
  answer(listVisitsOfMonth, ({ params: { month } }) => monthOfVisits(visits, month));
}

const row = (name: string) => page.getByRole('table', { name: /先週/ }).getByRole('row', { name });

test('shows last week beside the week before, one tap from the history', async () => {
  const monday = lastMonday();
  answerVisitsOn(addDays(monday, 6), monday, addDays(monday, -1));
  await renderPage('/workouts');
  await page.getByText('先週のまとめ').click();
  await expect.element(row('来館')).toHaveTextContent('来館2回1回');
  await expect.element(row('セット').nth(0)).toHaveTextContent('セット63');
  await expect.element(row('総発揮力')).toHaveTextContent('総発揮力2,000kg1,000kg');
  await expect.element(row('自己ベスト')).toHaveTextContent('自己ベスト1件0件');
  await expect.element(row('胸')).toHaveTextContent('胸6達成');
  await expect.element(row('前もも')).toHaveTextContent('前もも0あと5');
  await expectAccessible();
  await page.viewport(320, 640);
  expectNoSidewaysScroll();
});

test('explains a week without training', async () => {
  answerVisitsOn(addDays(lastMonday(), -1));
  await renderPage('/workouts');
  await page.getByText('先週のまとめ').click();
  await expect.element(page.getByText('先週のトレーニングはありません。')).toBeVisible();
  await expectAccessible();
});
