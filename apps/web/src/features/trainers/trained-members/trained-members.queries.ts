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

/**
 * Returns the start of the query keys for a member. Keys of data that needs a scope continue with
 * its name.
 */
export function memberKey(memberId: number) {
  return [noun, memberId] as const;
}

export const trainedMembersQuery = queryOptions({
  queryKey: [noun, 'list'],
  queryFn: async ({ signal }) => {
    const members = await readAllPages((page) =>
      callApi(listTrainedMembers, { querystring: page }, signal),
    );
    // A member who trains between two page requests moves back in the order and appears twice.
    return [...new Map(members.map((member) => [member.memberId, member])).values()];
  },
});

/** Reads the link with a member. The data is `null` after the link has ended. */
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

/**
 * Reads the link again at each click, because the member may have ended it or withdrawn a scope.
 */
export async function openMember(
  queryClient: QueryClient,
  memberId: number,
): Promise<TrainedMemberDetail | null> {
  return await queryClient.query({ ...trainedMemberQuery(memberId), staleTime: 0 });
}

/** Removes cached data that is no longer shared. */
export function removeUnshared(
  queryClient: QueryClient,
  { memberId, scopes }: Pick<TrainedMemberDetail, 'memberId' | 'scopes'>,
): void {
  for (const scope of trainerScopes) {
    if (scopes.includes(scope)) continue;
    queryClient.removeQueries({ queryKey: [...memberKey(memberId), scope] });
  }
}

/**
 * Removes all cached data of a member who is no longer linked, except for the fact that the link
 * has ended.
 */
export function removeTrainedMember(queryClient: QueryClient, memberId: number): void {
  const { queryKey } = trainedMemberQuery(memberId);
  queryClient.setQueryData(queryKey, null);
  queryClient.removeQueries({
    queryKey: memberKey(memberId),
    predicate: (query) => query.queryKey[2] !== queryKey[2],
  });
  queryClient.removeQueries({ queryKey: trainedMembersQuery.queryKey });
}

/**
 * Sends a call about a member. If it is refused because the link or the scope may be gone, the link
 * is read again, and pages that show the member react to it.
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

/** Reads data of a member. Returns `null` when the link or the scope is gone. */
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
    // The member has already ended the link.
    if (!isApiError(error, 404)) throw error;
  }
}
