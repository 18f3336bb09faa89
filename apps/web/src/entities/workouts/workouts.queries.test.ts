import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshRankings, refreshWorkoutData, workoutRankingKey } from './workouts.queries.ts';

function knowSomething(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData([workoutRankingKey, 1, 'tfo'], 'a ranking');
  queryClient.setQueryData(['workouts', 'latest'], 'a workout');
  queryClient.setQueryData(['informations'], 'announcements');
  return queryClient;
}

function listOutdated(queryClient: QueryClient): unknown[] {
  const all = queryClient.getQueryCache().getAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
}

test('a new workout outdates lists of workouts and rankings, and nothing else', async () => {
  const queryClient = knowSomething();
  await refreshWorkoutData(queryClient);
  expect(listOutdated(queryClient)).toEqual(['workout-ranking', 'workouts']);
});

test('a changed profile outdates rankings only', async () => {
  const queryClient = knowSomething();
  await refreshRankings(queryClient);
  expect(listOutdated(queryClient)).toEqual(['workout-ranking']);
});
