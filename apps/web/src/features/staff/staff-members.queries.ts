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

/** Whoever has an account and no profile yet has no nickname either. */
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

/** Each search is logged, so nothing asks by itself, and coming back shows what was found. */
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

/** null: there is no such member. Each look is logged, so nothing asks by itself. */
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

/** null: there is no such workout, or it is another member's. */
export function staffWorkoutQuery(member: string, workoutId: number) {
  return queryOptions({
    queryKey: [key, 'workout', member, workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getStaffWorkout, { params: { member, workoutId } }, signal)),
  });
}

/** What happened to it; null: there is no such workout. */
export function staffRecordQuery(member: string, workoutId: number) {
  return queryOptions({
    queryKey: [key, 'record', member, workoutId],
    queryFn: ({ signal }) =>
      noneWhenMissing(callApi(getStaffWorkoutRecord, { params: { member, workoutId } }, signal)),
    meta: { errorShownByPage: true },
  });
}

/** As it stands on the server now, for the page too. */
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

/** Before the page of a removed record is left: the next one asks again, this one must not. */
export async function markOutdated(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
}

/** After a member is gone, when the page that showed them has been left. */
export function forgetFound(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [key] });
}
