import { getWorkout, type WorkoutDetail } from '@tanren/contract/workouts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';

const workout: WorkoutDetail = {
  id: 3,
  workoutTypeId: 1,
  startedAt: '2026-11-10T09:00:00.000Z',
  endedAt: '2026-11-10T09:10:00.000Z',
  max: 40,
  tfo: 400,
  setCount: 1,
  repCount: 10,
  personalBests: [],
  sets: [{ loadKg: 40, reps: Array.from({ length: 10 }, () => ({ loadKg: 40, ms: 1800 })) }],
  estimatedOneRepMax: { kg: 53.3, reps: 10, reference: false },
  previous: null,
  trainingSessionId: null,
  trainingSessionTitle: null,
  correction: null,
};

test('a record that staff corrected says when and why', async () => {
  const reason = 'マシンの重さの設定が誤っていたため';
  // Already the next day in the gym.
  const correction = { reason, correctedAt: '2026-11-14T16:00:00.000Z' };
  answer(getWorkout, { ...workout, correction });
  await renderPage('/workouts/3');
  await expect
    .element(page.getByText('スタッフが記録を修正しました'))
    .toHaveTextContent(`2026年11月15日(日)に、スタッフが記録を修正しました。理由：${reason}`);
  await expectAccessible();
});

test('one as the machine sent it says nothing', async () => {
  answer(getWorkout, workout);
  const { main } = await renderPage('/workouts/3');
  await expect.element(main).toHaveTextContent('チェストプレス');
  await expect.element(main).not.toHaveTextContent('修正しました');
});
