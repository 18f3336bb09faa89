import {
  createTrainedSession,
  deleteTrainedSession,
  getTrainedSession,
  listTrainedSessions,
  updateTrainedSession,
} from '@tanren/contract/trainers/trainer-member-sessions';
import type { SessionContent, TrainingSession } from '@tanren/contract/menus/menus';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import {
  memberKey,
  readThroughLink,
  sendThroughLink,
  trainedMemberQuery,
} from './trained-members.queries.ts';

function sessionsKey(memberId: number) {
  return [...memberKey(memberId), 'sessions'] as const;
}

const nothing = { items: [], nextCursor: null };

export function trainedSessionsQuery(memberId: number) {
  return infiniteQueryOptions({
    queryKey: [...sessionsKey(memberId), 'list'],
    queryFn: async ({ pageParam, signal, client }) => {
      const querystring = pageParam === null ? {} : { cursor: pageParam };
      const call = callApi(listTrainedSessions, { params: { memberId }, querystring }, signal);
      return (await readThroughLink(client, memberId, call)) ?? nothing;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads a menu. The data is `null` when this trainer has no such menu for this member. */
export function trainedSessionQuery(memberId: number, trainingSessionId: number) {
  return queryOptions({
    queryKey: [...sessionsKey(memberId), 'one', trainingSessionId],
    queryFn: ({ signal, client }): Promise<TrainingSession | null> => {
      const params = { memberId, trainingSessionId };
      return readThroughLink(client, memberId, callApi(getTrainedSession, { params }, signal));
    },
  });
}

export async function refreshTrainedSessions(
  queryClient: QueryClient,
  memberId: number,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: sessionsKey(memberId) });
}

/**
 * Returns the API calls of an editor that works for a member. The page around it notices an ended
 * link and shows it.
 */
export function trainedSessionSource(queryClient: QueryClient, memberId: number) {
  const send = <T>(call: Promise<T>) => sendThroughLink(queryClient, memberId, call);
  return {
    fetch: (trainingSessionId: number) =>
      queryClient.query({ ...trainedSessionQuery(memberId, trainingSessionId), staleTime: 0 }),
    sendNew: (content: SessionContent, draftId: string) =>
      send(callApi(createTrainedSession, { params: { memberId }, body: { ...content, draftId } })),
    sendChanged: (
      trainingSessionId: number,
      content: SessionContent,
      { version }: { readonly version: number },
    ) =>
      send(
        callApi(updateTrainedSession, {
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
export async function removeTrainedSession(
  queryClient: QueryClient,
  memberId: number,
  trainingSessionId: number,
): Promise<void> {
  const params = { memberId, trainingSessionId };
  try {
    await sendThroughLink(queryClient, memberId, callApi(deleteTrainedSession, { params }));
  } catch (error) {
    const isLinked = queryClient.getQueryData(trainedMemberQuery(memberId).queryKey) !== null;
    if (!isApiError(error, 404) || !isLinked) throw error;
  }
  await refreshTrainedSessions(queryClient, memberId);
}
