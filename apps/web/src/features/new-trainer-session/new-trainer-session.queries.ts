import { listTrainerTrainingSessions } from '@tanren/contract/training-sessions';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { trainingSessionsKey } from '#entities/training-sessions/training-sessions.queries.ts';
import { keepTrainerHint } from '#entities/members/trainer-link.ts';

/** Enough to find one that was never run: whoever makes so many at once wants the newest run. */
const newest = 10;

/** The last changed ones that trainers made for the member, and whether they were run. */
export const newTrainerSessionsQuery = queryOptions({
  queryKey: [trainingSessionsKey, 'newest-by-trainer'],
  queryFn: async ({ signal }) => {
    const querystring = { limit: newest };
    const { items } = await callApi(listTrainerTrainingSessions, { querystring }, signal);
    if (items.length > 0) await keepTrainerHint(true);
    return items;
  },
  // Asked at every look, but not at once: the loader has just asked.
  staleTime: 3_000,
  // Nobody misses what nobody knows of.
  meta: { toldByPage: true },
});
