import {
  createTrainedMenu,
  deleteTrainedMenu,
  getTrainedMenu,
  listTrainedMenus,
  updateTrainedMenu,
} from '@tanren/contract/trainers/trainer-member-sessions';
import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import {
  memberKey,
  readThroughLink,
  sendThroughLink,
  trainedMemberQuery,
} from './trained-members.queries.ts';

function menusKey(memberId: number) {
  return [...memberKey(memberId), 'sessions'] as const;
}

const nothing = { items: [], nextCursor: null };

export function trainedMenusQuery(memberId: number) {
  return infiniteQueryOptions({
    queryKey: [...menusKey(memberId), 'list'],
    queryFn: async ({ pageParam, signal, client }) => {
      const querystring = pageParam === null ? {} : { cursor: pageParam };
      const call = callApi(listTrainedMenus, { params: { memberId }, querystring }, signal);
      return (await readThroughLink(client, memberId, call)) ?? nothing;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads a menu. The data is `null` when this trainer has no such menu for this member. */
export function trainedMenuQuery(memberId: number, trainingSessionId: number) {
  return queryOptions({
    queryKey: [...menusKey(memberId), 'one', trainingSessionId],
    queryFn: ({ signal, client }): Promise<TrainingSession | null> => {
      const params = { memberId, trainingSessionId };
      return readThroughLink(client, memberId, callApi(getTrainedMenu, { params }, signal));
    },
  });
}

export async function refreshTrainedMenus(
  queryClient: QueryClient,
  memberId: number,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: menusKey(memberId) });
}

/**
 * Returns the API calls of an editor that works for a member. The page around it notices an ended
 * link and shows it.
 */
export function trainedMenuSource(queryClient: QueryClient, memberId: number) {
  const send = <T>(call: Promise<T>) => sendThroughLink(queryClient, memberId, call);
  return {
    fetch: (trainingSessionId: number) =>
      queryClient.query({ ...trainedMenuQuery(memberId, trainingSessionId), staleTime: 0 }),
    sendNew: (content: MenuContent, draftId: string) =>
      send(callApi(createTrainedMenu, { params: { memberId }, body: { ...content, draftId } })),
    sendChanged: (
      trainingSessionId: number,
      content: MenuContent,
      { version }: { readonly version: number },
    ) =>
      send(
        callApi(updateTrainedMenu, {
          params: { memberId, trainingSessionId },
          body: { ...content, version },
        }),
      ),
  };
}

/**
 * Deletes a menu. It may already be deleted, perhaps by an attempt whose answer was lost, which
 * counts as success.
 */
export async function removeTrainedMenu(
  queryClient: QueryClient,
  memberId: number,
  trainingSessionId: number,
): Promise<void> {
  const params = { memberId, trainingSessionId };
  try {
    await sendThroughLink(queryClient, memberId, callApi(deleteTrainedMenu, { params }));
  } catch (error) {
    const isLinked = queryClient.getQueryData(trainedMemberQuery(memberId).queryKey) !== null;
    if (!isApiError(error, 404) || !isLinked) throw error;
  }
  await refreshTrainedMenus(queryClient, memberId);
}
