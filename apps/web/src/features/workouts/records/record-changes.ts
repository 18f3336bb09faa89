import {
  proposeCorrection,
  rejectWorkout,
  restoreWorkout,
  withdrawCorrection,
  type WorkoutRecord,
} from '@tanren/contract/workouts/workout-records';
import type { EndpointInput } from '@tanren/contract/endpoint';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workoutRecordQuery } from '#entities/workouts/workout-records.queries.ts';
import { refreshWorkoutData, workoutQuery } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { ApiError, isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { explainRefusal, notifyRefusal } from '#lib/refusals.ts';

/** What takes no more than a tap. The server takes each of them twice without harm. */
export type RecordChange = 'reject' | 'restore' | 'withdraw';

function sendChange(workoutId: number, change: RecordChange): Promise<WorkoutRecord> {
  const params = { workoutId };
  switch (change) {
    case 'reject':
      return callApi(rejectWorkout, { params, body: {} });
    case 'restore':
      return callApi(restoreWorkout, { params });
    case 'withdraw':
      return callApi(withdrawCorrection, { params });
  }
}

/** The page of the record is as the answer says, and whatever else shows workouts asks again. */
async function showRecord(queryClient: QueryClient, record: WorkoutRecord): Promise<void> {
  const { id } = record.workout;
  if (record.rejection === null) {
    // First, since the page of a record that counts is drawn from its workout. Should it fail, the
    // page asks once more.
    await queryClient.query({ ...workoutQuery(id), staleTime: 0 }).catch(() => null);
  }
  queryClient.setQueryData(workoutRecordQuery(id).queryKey, record);
  // Whoever leaves the page before it is over would cancel what the next page waits for.
  await refreshWorkoutData(queryClient);
}

/** One of them, which is told where it was tapped if it fails. */
export function useRecordChange(workoutId: number, change: RecordChange) {
  const queryClient = useQueryClient();
  const mutationKey = ['workout-records', change, workoutId];
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    meta: { errorShownByForm: true },
    mutationFn: () => sendChange(workoutId, change),
    onSuccess: (record) => showRecord(queryClient, record),
  });

  /** Tells whether it is done. The second of two taps does nothing. */
  async function run(): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey }) > 0) return false;
    setProblem(null);
    try {
      await mutateAsync();
      return true;
    } catch (error) {
      setProblem(explainChange(error, change));
      // Something happened to it elsewhere: the page behind shows what.
      if (error instanceof ApiError) void refreshWorkoutData(queryClient);
      return false;
    }
  }

  return { run, problem, busy: isPending } as const;
}

function explainChange(error: unknown, change: RecordChange): string {
  if (!isApiError(error, 404)) return explainRefusal(error);
  return change === 'restore'
    ? '元に戻せる期間を過ぎたか、スタッフが削除したため、この記録は元に戻せません。'
    : 'この記録は、ほかの端末で記録から外されたか、スタッフが削除しました。';
}

/** Tells that a record is out, with the way back: the page it was tapped on may be gone by then. */
export function notifyRejected(queryClient: QueryClient, workoutId: number): void {
  const undo = async () => {
    try {
      await showRecord(queryClient, await sendChange(workoutId, 'restore'));
      notifyDone('元に戻しました', '履歴・自己ベスト・ランキングに反映されます。');
    } catch (error) {
      notifyRefusal('元に戻せませんでした', error);
    }
  };
  notifyDone('記録から外しました', '30日以内なら元に戻せます。', {
    label: '元に戻す',
    run: () => void undo(),
  });
}

type CorrectionInput = EndpointInput<typeof proposeCorrection>['body'];

export async function sendCorrection(
  queryClient: QueryClient,
  workoutId: number,
  body: CorrectionInput,
): Promise<void> {
  await showRecord(queryClient, await callApi(proposeCorrection, { params: { workoutId }, body }));
}

/** A record with each of its reps, as the form begins from it. */
export interface CorrectedRecord {
  readonly workout: WorkoutDetail;
  readonly record: WorkoutRecord;
}

/** As it stands on the server now; null: it is there no more. */
export async function readLatestRecord(
  queryClient: QueryClient,
  workoutId: number,
): Promise<CorrectedRecord | null> {
  const [workout, record] = await Promise.all([
    queryClient.query({ ...workoutQuery(workoutId), staleTime: 0 }),
    queryClient.query({ ...workoutRecordQuery(workoutId), staleTime: 0 }),
  ]);
  return workout === null || record === null ? null : { workout, record };
}
