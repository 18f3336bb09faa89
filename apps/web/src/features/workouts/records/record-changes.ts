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
import { explainRejection, notifyRejection } from '#lib/rejections.ts';

/** Changes that take a single tap. The server accepts each of them twice without harm. */
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

/** Stores the answer for the record's page and refreshes all other workout data. */
async function showRecord(queryClient: QueryClient, record: WorkoutRecord): Promise<void> {
  const { id } = record.workout;
  if (record.rejection === null) {
    // The workout is read first, because the page of a valid record is drawn from it. If this
    // fails, the page reads it again.
    await queryClient.query({ ...workoutQuery(id), staleTime: 0 }).catch(() => null);
  }
  queryClient.setQueryData(workoutRecordQuery(id).queryKey, record);
  // The refresh is awaited, because leaving the page earlier would cancel requests that the next
  // page needs.
  await refreshWorkoutData(queryClient);
}

/** Returns a function that sends one change. An error is shown where the member tapped. */
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

  /** Sends the change and returns whether it succeeded. The second of two taps does nothing. */
  async function run(): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey }) > 0) return false;
    setProblem(null);
    try {
      await mutateAsync();
      return true;
    } catch (error) {
      setProblem(explainChange(error, change));
      // The record was changed elsewhere, and the page in the background shows how.
      if (error instanceof ApiError) void refreshWorkoutData(queryClient);
      return false;
    }
  }

  return { run, problem, busy: isPending } as const;
}

/** Shown when the record was removed elsewhere. */
export const gone = 'この記録は、ほかの端末で記録から外されたか、スタッフが削除しました。';

const goneTexts: Readonly<Record<RecordChange, string>> = {
  reject: gone,
  restore: '元に戻せる期間を過ぎたか、スタッフが削除したため、この記録は元に戻せません。',
  withdraw: gone,
};

function explainChange(error: unknown, change: RecordChange): string {
  if (!isApiError(error, 404)) return explainRejection(error);
  return goneTexts[change];
}

/**
 * Shows a toast that the record was rejected, with undo. The toast works on every page, because the
 * member may have left this one.
 */
export function notifyRejected(queryClient: QueryClient, workoutId: number): void {
  const undo = async () => {
    try {
      await showRecord(queryClient, await sendChange(workoutId, 'restore'));
      notifyDone('元に戻しました', '履歴・自己ベスト・ランキングに反映されます。');
    } catch (error) {
      notifyRejection('元に戻せませんでした', error);
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

/** A record with each of its reps, from which the form starts. */
export interface CorrectedRecord {
  readonly workout: WorkoutDetail;
  readonly record: WorkoutRecord;
}

/** Reads the latest version from the server. Returns `null` when the record no longer exists. */
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
