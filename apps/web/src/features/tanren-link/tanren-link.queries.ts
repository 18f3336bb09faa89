import {
  createTanrenConnection,
  deleteTanrenConnection,
  type EndedConnection,
  getTanrenConnection,
  type TanrenConnection,
} from '@tanren/contract/tanren-connection';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export interface TanrenLinkAnswer {
  readonly connection: TanrenConnection | null;
  /** The link that ended a short while ago. */
  readonly ended: EndedConnection | null;
}

/** Another device may link or unlink, so it is asked at every look. */
export const tanrenConnectionQuery = queryOptions({
  queryKey: ['tanren-connection'],
  queryFn: ({ signal }): Promise<TanrenLinkAnswer> => callApi(getTanrenConnection, {}, signal),
  staleTime: 0,
  // It goes only when the member goes; the live feed takes that as the sign to end.
  gcTime: Infinity,
});

/** The page knows by itself why it has ended. */
export const noLink: TanrenLinkAnswer = { connection: null, ended: null };

export function linkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['tanren-connection', 'link'],
    meta: { toldByForm: true },
    mutationFn: async (code: string) =>
      (await callApi(createTanrenConnection, { body: { code } })).connection,
    onSuccess: async (connection) => {
      // An answer to an older question must not overwrite the new link.
      await queryClient.cancelQueries({
        queryKey: tanrenConnectionQuery.queryKey,
      });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, {
        connection,
        ended: null,
      });
    },
  });
}

export function unlinkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['tanren-connection', 'unlink'],
    mutationFn: () => callApi(deleteTanrenConnection, {}),
    onSuccess: async () => {
      await queryClient.cancelQueries({
        queryKey: tanrenConnectionQuery.queryKey,
      });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, noLink);
    },
  });
}
