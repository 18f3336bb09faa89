import { createTanrenConnection, deleteTanrenConnection } from '@tanren/contract/tanren-connection';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { type TanrenLinkAnswer, tanrenConnectionQuery } from '#lib/machine-link.ts';

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
