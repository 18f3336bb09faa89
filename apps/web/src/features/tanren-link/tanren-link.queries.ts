import {
  createTanrenConnection,
  deleteTanrenConnection,
  getTanrenConnection,
  type TanrenConnection,
} from '@tanren/contract/tanren-connection';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

/** Another device may link or unlink, so it is asked at every look. */
export const tanrenConnectionQuery = queryOptions({
  queryKey: ['tanren-connection'],
  queryFn: async ({ signal }): Promise<TanrenConnection | null> =>
    (await callApi(getTanrenConnection, {}, signal)).connection,
  staleTime: 0,
  // It goes only when the member goes; the live feed takes that as the sign to end.
  gcTime: Infinity,
});

export function linkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['tanren-connection', 'link'],
    meta: { toldByForm: true },
    mutationFn: async (code: string) =>
      (await callApi(createTanrenConnection, { body: { code } })).connection,
    onSuccess: async (connection) => {
      // An answer to an older question must not overwrite the new link.
      await queryClient.cancelQueries({ queryKey: tanrenConnectionQuery.queryKey });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, connection);
    },
  });
}

export function unlinkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['tanren-connection', 'unlink'],
    mutationFn: () => callApi(deleteTanrenConnection, {}),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: tanrenConnectionQuery.queryKey });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, null);
    },
  });
}
