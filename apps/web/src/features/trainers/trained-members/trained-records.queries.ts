import {
  clearNextLoad,
  getTrainedCalibration,
  getTrainedHistory,
  getTrainedStatus,
  getTrainedStrength,
  getTrainedWorkout,
  listTrainedLoads,
  listTrainedTypes,
  listTrainedWorkouts,
  setNextLoad,
} from '@tanren/contract/trainers/trainer-members';
import type { HistoryPeriod } from '@tanren/contract/workouts/workout-history';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { memberKey, readThroughLink, sendThroughLink } from './trained-members.queries.ts';

/* The data of all queries in this file is `null` when it is not shared or the link has ended. */

export function trainedStatusQuery(memberId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'status'],
    queryFn: ({ signal, client }) =>
      readThroughLink(
        client,
        memberId,
        callApi(getTrainedStatus, { params: { memberId } }, signal),
      ),
  });
}

export function trainedLoadsQuery(memberId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'loads'],
    queryFn: ({ signal, client }) =>
      readThroughLink(
        client,
        memberId,
        callApi(listTrainedLoads, { params: { memberId } }, signal),
      ),
  });
}

export function trainedTypesQuery(memberId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'types'],
    queryFn: ({ signal, client }) =>
      readThroughLink(
        client,
        memberId,
        callApi(listTrainedTypes, { params: { memberId } }, signal),
      ),
  });
}

export function trainedHistoryQuery(memberId: number, workoutType: number, period: HistoryPeriod) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'course', workoutType, period],
    queryFn: ({ signal, client }) => {
      const input = { params: { memberId, workoutType }, querystring: { period } };
      return readThroughLink(client, memberId, callApi(getTrainedHistory, input, signal));
    },
  });
}

export function trainedStrengthQuery(memberId: number, workoutType: number, period: HistoryPeriod) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'strength', workoutType, period],
    queryFn: ({ signal, client }) => {
      const input = { params: { memberId, workoutType }, querystring: { period } };
      return readThroughLink(client, memberId, callApi(getTrainedStrength, input, signal));
    },
    meta: { errorShownByPage: true },
  });
}

export function trainedCalibrationQuery(memberId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'calibration'],
    queryFn: ({ signal, client }) =>
      readThroughLink(
        client,
        memberId,
        callApi(getTrainedCalibration, { params: { memberId } }, signal),
      ),
    meta: { errorShownByPage: true },
  });
}

/** Reads a workout. The data is also `null` when the member has no such workout. */
export function trainedWorkoutQuery(memberId: number, workoutId: number) {
  return queryOptions({
    queryKey: [...memberKey(memberId), 'history', 'workout', workoutId],
    queryFn: ({ signal, client }) => {
      const input = { params: { memberId, workoutId } };
      return readThroughLink(client, memberId, callApi(getTrainedWorkout, input, signal));
    },
  });
}

const nothing = { items: [], nextCursor: null };

export function trainedWorkoutsQuery(memberId: number, workoutType: number | null) {
  return infiniteQueryOptions({
    queryKey: [...memberKey(memberId), 'history', 'workouts', workoutType],
    queryFn: async ({ pageParam, signal, client }) => {
      const querystring = {
        ...(workoutType === null ? {} : { workoutType }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const call = callApi(listTrainedWorkouts, { params: { memberId }, querystring }, signal);
      return (await readThroughLink(client, memberId, call)) ?? nothing;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export interface ChosenLoad {
  readonly loadKg: number;
  readonly reason: string;
  readonly heavyConfirmed: boolean;
}

/** Chooses a load, or withdraws the choice for `null`. Then the shown data is read again. */
export async function sendChosenLoad(
  queryClient: QueryClient,
  memberId: number,
  workoutType: number,
  chosen: ChosenLoad | null,
): Promise<void> {
  const params = { memberId, workoutType };
  const call =
    chosen === null
      ? callApi(clearNextLoad, { params })
      : callApi(setNextLoad, { params, body: chosen });
  await sendThroughLink(queryClient, memberId, call);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: trainedLoadsQuery(memberId).queryKey }),
    queryClient.invalidateQueries({ queryKey: trainedTypesQuery(memberId).queryKey }),
  ]);
}
