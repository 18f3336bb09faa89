import type { EndpointInput } from '@tanren/contract/endpoint';
import {
  decideCorrection,
  listStaffCorrections,
} from '@tanren/contract/workouts/staff-workout-corrections';
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

const key = 'staff-workout-corrections';

/** Options for data that members and colleagues change at any time. */
const lively = {
  staleTime: 3_000,
  refetchInterval: 60_000,
  meta: { errorShownByPage: true },
} as const;

/** Reads the corrections that wait for staff, oldest first. A `null` gym means all gyms. */
export function staffCorrectionsQuery(gymId: number | null) {
  return infiniteQueryOptions({
    queryKey: [key, 'waiting', gymId],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const ofGym = gymId === null ? {} : { gym: gymId };
      return callApi(listStaffCorrections, { querystring: { ...ofGym, ...cursor } }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...lively,
  });
}

/** Maximum number that is counted. A larger number is shown as "or more". */
const max = 100;

/**
 * Reads the number of waiting corrections for the navigation and the overview, shown as `3` or
 * `100+`.
 */
export const correctionCountQuery = queryOptions({
  queryKey: [key, 'count'],
  queryFn: async ({ signal }) => {
    const querystring = { limit: max };
    const { items, nextCursor } = await callApi(listStaffCorrections, { querystring }, signal);
    return { count: items.length, isMore: nextCursor !== null };
  },
  ...lively,
});

/** Reads the corrections again after a decision by any staff member. */
export async function refreshCorrections(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key] });
}

type Decision = EndpointInput<typeof decideCorrection>['body'];

export function decideCorrectionMutation(queryClient: QueryClient, correctionId: number) {
  return mutationOptions({
    mutationFn: (body: Decision) => callApi(decideCorrection, { params: { correctionId }, body }),
    onSuccess: () => refreshCorrections(queryClient),
    meta: { errorShownByForm: true },
  });
}
