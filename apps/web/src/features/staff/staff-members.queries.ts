import type { EndpointInput } from '@tanren/contract/endpoint';
import {
  correctWorkout,
  deleteStaffMember,
  endMemberSessions,
  findMembers,
  getStaffMember,
  getStaffWorkout,
  listStaffWorkouts,
  removeMemberTotp,
  removeWorkout,
  type StaffMember,
} from '@tanren/contract/staff/staff-members';
import { getStaffWorkoutRecord } from '@tanren/contract/workouts/staff-workout-corrections';
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** Returns the name of a member. An account without a profile has no nickname. */
export function nameMember({ nickname }: Pick<StaffMember, 'nickname'>): string {
  return nickname === '' ? 'プロフィール未登録' : nickname;
}

const key = 'staff-members';

async function noneWhenMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

/**
 * Searches members. There is no automatic refetching, because the server logs each search. A return
 * to the page shows the cached result.
 */
export function findMembersQuery(query: string) {
  return infiniteQueryOptions({
    queryKey: [key, 'found', query],
    queryFn: ({ pageParam, signal }) => {
      const querystring = pageParam === null ? { query } : { query, cursor: pageParam };
      return callApi(findMembers, { querystring }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 15 * 60 * 1000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/**
 * Reads one member. The data is `null` when the member does not exist. There is no automatic
 * refetching, because the server logs each view.
 */
export function staffMemberQuery(member: string) {
  return queryOptions({
    queryKey: [key, 'one', member],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getStaffMember, { params: { member } }, signal)),
    refetchOnWindowFocus: false,
  });
}

export function staffWorkoutsQuery(member: string) {
  return infiniteQueryOptions({
    queryKey: [key, 'workouts', member],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listStaffWorkouts,
        { params: { member }, querystring: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Reads a workout. The data is `null` when it does not exist or belongs to another member. */
export function staffWorkoutQuery(member: string, workoutId: number) {
  return queryOptions({
    queryKey: [key, 'workout', member, workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getStaffWorkout, { params: { member, workoutId } }, signal)),
  });
}

/** Reads the history of a record. The data is `null` when the workout does not exist. */
export function staffRecordQuery(member: string, workoutId: number) {
  return queryOptions({
    queryKey: [key, 'record', member, workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getStaffWorkoutRecord, { params: { member, workoutId } }, signal)),
    meta: { errorShownByPage: true },
  });
}

/** Reads the latest version from the server and updates the page with it. */
export function readLatestWorkout(queryClient: QueryClient, member: string, workoutId: number) {
  return queryClient.query({ ...staffWorkoutQuery(member, workoutId), staleTime: 0 });
}

type WorkoutCorrection = EndpointInput<typeof correctWorkout>['body'];

const errorShownByForm = { meta: { errorShownByForm: true } };

export function correctWorkoutMutation(
  queryClient: QueryClient,
  member: string,
  workoutId: number,
) {
  return mutationOptions({
    mutationFn: (body: WorkoutCorrection) =>
      callApi(correctWorkout, { params: { member, workoutId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [key] }),
    ...errorShownByForm,
  });
}

export function removeWorkoutMutation(member: string, workoutId: number) {
  return mutationOptions({
    mutationFn: (reason: string) =>
      callApi(removeWorkout, { params: { member, workoutId }, body: { reason } }),
    ...errorShownByForm,
  });
}

export function deleteMemberMutation(member: string) {
  return mutationOptions({
    mutationFn: (reason: string) =>
      callApi(deleteStaffMember, { params: { member }, body: { reason } }),
    ...errorShownByForm,
  });
}

export type SecureStep = 'sign-out' | 'totp';

export function secureMemberMutation(queryClient: QueryClient, member: string) {
  return mutationOptions({
    mutationFn: async ({
      step,
      reason,
    }: {
      readonly step: SecureStep;
      readonly reason: string;
    }) => {
      const call = step === 'totp' ? removeMemberTotp : endMemberSessions;
      await callApi(call, { params: { member }, body: { reason } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [key, 'one', member] }),
    ...errorShownByForm,
  });
}

/**
 * Marks the data as outdated before the page of a removed record is left. The next page reads it
 * again, and this one must not.
 */
export async function markOutdated(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
}

/** Removes all cached members after one was deleted and their page has been left. */
export function clearFoundMembers(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [key] });
}
