import { setTimeout as sleep } from 'node:timers/promises';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { refreshWorkoutData } from './workouts.queries.ts';

test('fetches again when the first answer is older than the new workout', async () => {
  const queryClient = new QueryClient();
  onTestFinished(() => {
    queryClient.clear();
  });
  let stored = 2;
  const asked: number[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['visits', 'last'],
    queryFn: async () => {
      const sets = stored;
      asked.push(sets);
      await sleep(5);
      return sets;
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  expect(asked).toEqual([2]);
  stored = 3;
  await refreshWorkoutData(queryClient);
  expect(observer.getCurrentResult().data).toBe(3);
  expect(asked).toEqual([2, 3]);
});
