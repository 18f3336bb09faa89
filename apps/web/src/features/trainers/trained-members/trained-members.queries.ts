import {
  getTrainedMember,
  linkMember,
  listTrainedMembers,
  type TrainedMemberDetail,
  unlinkMember,
} from '@tanren/contract/trainers/trainer-members';
import { trainerScopes } from '@tanren/domain/trainers/trainers';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, readAllPages } from '#lib/api.ts';
import { ApiError, isApiError } from '#lib/errors.ts';

const noun = 'trained-members';

/** Begins the keys of everything that is known of a member; what needs a scope goes on with its name. */
export function memberKey(memberId: number) {
  return [noun, memberId] as const;
}

export const trainedMembersQuery = queryOptions({
  queryKey: [noun, 'list'],
  queryFn: async ({ signal }) => {
    const members = await readAllPages((page) =>
      callApi(listTrainedMembers, { querystring: page }, signal),
    );
    // Whoever trains between two pages moves behind, and comes again.
    return [...new Map(members.map((member) => [member.memberId, member])).values()];
  },
});

/** null: there is no link any more. */
export function trainedMemberQuery(memberId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'link'],
    queryFn: async ({ signal }): Promise<TrainedMemberDetail | null> => {
      try {
        return await callApi(getTrainedMember, { params: { memberId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
  });
}

/** Asked anew at every click: the member may have ended the link or taken a scope back. */
export async function openMember(
  queryClient: QueryClient,
  memberId: number,
): Promise<TrainedMemberDetail | null> {
  return await queryClient.query({ ...trainedMemberQuery(memberId), staleTime: 0 });
}

/** What is no longer shared is not kept either. */
export function dropUnshared(
  queryClient: QueryClient,
  { memberId, scopes }: Pick<TrainedMemberDetail, 'memberId' | 'scopes'>,
): void {
  for (const scope of trainerScopes) {
    if (scopes.includes(scope)) continue;
    queryClient.removeQueries({ queryKey: [...memberKey(memberId), scope] });
  }
}

/** Nothing of somebody who is no longer linked stays; that the link is gone does. */
export function forgetMember(queryClient: QueryClient, memberId: number): void {
  const { queryKey } = trainedMemberQuery(memberId);
  queryClient.setQueryData(queryKey, null);
  queryClient.removeQueries({
    queryKey: memberKey(memberId),
    predicate: (query) => query.queryKey[2] !== queryKey[2],
  });
  queryClient.removeQueries({ queryKey: trainedMembersQuery.queryKey });
}

/**
 * When a call about a member is refused because the link or the scope may be gone, the link itself
 * is asked, and whoever shows the member follows.
 */
export async function sendThroughLink<T>(
  queryClient: QueryClient,
  memberId: number,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) {
      await queryClient.query({ ...trainedMemberQuery(memberId), staleTime: 0 });
    }
    throw error;
  }
}

/** The same for what is read: null when there is nothing to be seen. */
export async function readThroughLink<T>(
  queryClient: QueryClient,
  memberId: number,
  call: Promise<T>,
): Promise<T | null> {
  try {
    return await sendThroughLink(queryClient, memberId, call);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return (
    isApiError(error, 404) ||
    (error instanceof ApiError && error.problem?.code === 'scope_not_granted')
  );
}

export function sendTrainerCode(code: string) {
  return callApi(linkMember, { body: { code } });
}

export async function endLink(memberId: number): Promise<void> {
  try {
    await callApi(unlinkMember, { params: { memberId } });
  } catch (error) {
    // The member was faster.
    if (!isApiError(error, 404)) throw error;
  }
}
