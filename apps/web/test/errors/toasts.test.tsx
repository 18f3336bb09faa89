import { listWorkoutTypes } from '@tanren/contract/workout-types';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, lost, refuse } from '#test/support/answers.ts';
import { forgiveComplaints, listComplaints } from '#test/support/console.ts';
import { heading, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { getToasts } from '#ui/feedback/toasts.tsx';

// spec 8.11, 9.10, 9.12, 9.13
test('a lost network is told in a two-line toast at the bottom centre for 3000 ms', async () => {
  answer(listWorkoutTypes, lost);
  const { go } = await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  void go('/workouts?workoutType=1');
  const shown = toast('ネットワークエラー');
  // The one retry waits half a second.
  for (let tries = 0; tries < 50 && getToasts().length === 0; tries += 1) {
    await vi.advanceTimersByTimeAsync(100);
  }
  await expect
    .element(shown.getByText('ネットワーク接続を確認して、もう一度試してください。'))
    .toBeVisible();
  expect(shown.element().querySelectorAll('p')).toHaveLength(2);
  expect(shown.getByRole('button').query()).toBeNull();
  expect(shown.getByRole('progressbar').query()).toBeNull();
  await Promise.all(
    shown
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  const { left, width, bottom } = shown.element().getBoundingClientRect();
  expect(Math.abs(left + width / 2 - 390 / 2)).toBeLessThanOrEqual(1);
  expect(bottom).toBeGreaterThan(844 - 120);
  await vi.advanceTimersByTimeAsync(2800);
  expect(getToasts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(getToasts()).toHaveLength(0);
  await expect.element(shown).not.toBeInTheDocument();
  expect(listComplaints()).toEqual(['NetworkError: Network Error']);
  forgiveComplaints('Network Error');
});

// spec 8.10
test('a failing server is told as a system error', async () => {
  answer(listWorkoutTypes, refuse(500, 'internal_error'));
  await renderPage('/workouts?workoutType=1');
  const shown = toast('システムエラー');
  await expect
    .element(shown.getByText('しばらくしてからもう一度試してみてください。'))
    .toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  expect(listComplaints()).toEqual(['ApiError: Request failed with status code 500']);
  forgiveComplaints('ApiError');
});
