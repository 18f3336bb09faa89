import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { Visit } from '@tanren/contract/workouts/visits';
import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  doneRunsKey,
  endRunMutation,
  menuRunQuery,
  replaceTypeMutation,
  skipSetsMutation,
} from '#entities/menus/menus.queries.ts';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import {
  removeBout,
  computeProgress,
  type LiftedBout,
  type RunProgress,
  seeBout,
  type SeenBout,
} from './run-progress.ts';

/**
 * Refetch interval in milliseconds. Another device may start or end the run, and a late workout may
 * count.
 */
const refetchMs = 15_000;

export function useMenuRun() {
  return useQuery({
    ...menuRunQuery,
    refetchInterval: refetchMs,
    // A repeated request would show its error repeatedly.
    meta: { errorShownByPage: true },
  });
}

export interface WatchedRun {
  readonly run: TrainingSessionRun;
  readonly progress: RunProgress;
}

/**
 * Bouts that the pages have seen on the live channel and that the server may not have stored. They
 * are kept between pages and cleared when the member signs out.
 */
const seenBoutsQuery = queryOptions({
  queryKey: ['seen-bouts'],
  queryFn: (): readonly SeenBout[] => [],
  initialData: [],
  staleTime: 'static',
  gcTime: Infinity,
});

/**
 * Returns the current run combined with what is being lifted on the linked machine, or `null` when
 * no run is known.
 */
export function useRunProgress(
  bout: LiftedBout | null = null,
  rejectedUuid: string | null = null,
): WatchedRun | null {
  const queryClient = useQueryClient();
  const { data: run, isFetchedAfterMount } = useMenuRun();
  const { data: seen } = useQuery(seenBoutsQuery);
  // The cached run may be outdated, so nothing is added to it before the first answer.
  const updated = run && isFetchedAfterMount ? seeBout(seen, run, bout) : seen;
  const next = removeBout(updated, rejectedUuid);
  useEffect(() => {
    if (next !== seen) queryClient.setQueryData(seenBoutsQuery.queryKey, next);
  }, [queryClient, next, seen]);
  return run ? { run, progress: computeProgress(run, next) } : null;
}

/** Returns functions that skip sets of an item and that restore skipped sets. */
export function useSkipSets({ run, progress: { items } }: WatchedRun) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(skipSetsMutation(queryClient));
  const { runId } = run;
  /** Skips the given number of remaining sets of the item. The second of two taps does nothing. */
  const skip = (position: number, sets: number) => {
    const item = items[position];
    if (isPending || item === undefined) return;
    const before = item.skippedSets ?? 0;
    const undo = () => {
      mutate({ runId, position, skippedSets: before });
    };
    const skipped = `${nameWorkoutType(item.workoutTypeId)}・${sets}セット`;
    mutate(
      { runId, position, skippedSets: before + sets },
      {
        onSuccess: () => {
          notifyDone('スキップしました', skipped, { label: '元に戻す', run: undo });
        },
      },
    );
  };
  const restore = (position: number) => {
    if (!isPending) mutate({ runId, position, skippedSets: 0 });
  };
  return { skip, restore, isPending } as const;
}

/** Returns functions that replace the type of an item in this run, and that restore it. */
export function useReplaceType({ run, progress: { items } }: WatchedRun) {
  const { mutate, isPending } = useMutation(replaceTypeMutation(useQueryClient()));
  const { runId } = run;
  const onError = (error: unknown) => {
    notifyRejection('種目を変更できませんでした', error);
  };
  /** The second of two taps does nothing. */
  const replace = (position: number, workoutTypeId: number) => {
    const item = items[position];
    if (isPending || item === undefined) return;
    const undo = () => {
      mutate({ runId, position, workoutTypeId: item.workoutTypeId }, { onError });
    };
    const replaced = `今回は${nameWorkoutType(workoutTypeId)}を行います。`;
    mutate(
      { runId, position, workoutTypeId },
      {
        onError,
        onSuccess: () => {
          notifyDone('種目を変更しました', replaced, { label: '元に戻す', run: undo });
        },
      },
    );
  };
  const restore = (position: number) => {
    const planned = items[position]?.plannedTypeId;
    if (!isPending && planned !== undefined) {
      mutate({ runId, position, workoutTypeId: planned }, { onError });
    }
  };
  return { replace, restore, isPending } as const;
}

/** Number of attempts to find the record that the machine sends when the member leaves it. */
const recordAttempts = 8;
const recordIntervalMs = 500;

/**
 * Returns the visit that the run is part of, or `null` when none of it has been stored.
 * `awaitedAfter` is the visit before the machine was left. It is `undefined` when no record is
 * awaited.
 */
async function findVisit(
  queryClient: QueryClient,
  { startedAt }: TrainingSessionRun,
  awaitedAfter: Visit | null | undefined,
): Promise<Visit | null> {
  for (let attempt = 1; ; attempt += 1) {
    const last = await queryClient
      .query({ ...lastVisitQuery, staleTime: 0, meta: { errorShownByPage: true } })
      .catch(() => null);
    const visit = last !== null && last.endedAt > startedAt ? last : null;
    const hasRecord = visit !== null && visit.endedAt !== awaitedAfter?.endedAt;
    if (awaitedAfter === undefined || hasRecord || attempt === recordAttempts) return visit;
    await new Promise((resolve) => {
      setTimeout(resolve, recordIntervalMs);
    });
  }
}

const finishKey = ['session-run', 'finish'];

/** Result of a menu, which the finish of the visit shows first. */
export interface FinishedMenu {
  readonly title: string;
  readonly doneSets: number;
  readonly allSets: number;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly finishedMenu?: FinishedMenu;
  }
}

interface FinishOptions {
  /** Leaves the machine and returns whether that worked. `null` when no machine is linked. */
  readonly leave: (() => Promise<boolean>) | null;
  readonly progress: RunProgress;
}

/**
 * Returns a function that leaves the machine, ends the run and opens the finish of the visit.
 * Repeated taps run it once. If leaving fails, the machine still has data to send, so the run goes
 * on. Without a visit it opens the menu, or the history when the menu is deleted.
 */
export function useFinishRun(run: TrainingSessionRun, { leave, progress }: FinishOptions) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: endRun } = useMutation(endRunMutation(queryClient));

  async function showResult(visit: Visit | null): Promise<void> {
    const { trainingSessionId, title } = run;
    const { doneSets, allSets } = progress;
    if (visit !== null) {
      await navigate({
        to: '/visits/$date/finished',
        params: { date: visit.date },
        state: { finishedMenu: { title, doneSets, allSets } },
      });
    } else if (trainingSessionId === null) await navigate({ to: '/workouts' });
    else {
      await navigate({
        to: '/training-sessions/$trainingSessionId',
        params: { trainingSessionId },
      });
    }
  }

  const { mutate } = useMutation({
    mutationKey: finishKey,
    mutationFn: async () => {
      const before = queryClient.getQueryData(lastVisitQuery.queryKey) ?? null;
      if (leave !== null && !(await leave())) return;
      // The machine has sets that the server has not stored.
      const awaitsRecord = leave !== null && progress.unstored.length > 0;
      const visit = await findVisit(queryClient, run, awaitsRecord ? before : undefined);
      try {
        await endRun();
      } catch {
        // A toast shows the failure, and the run can still be ended.
        return;
      }
      void queryClient.invalidateQueries({ queryKey: [doneRunsKey] });
      if (visit === null) notifyDone('メニューを終了しました', 'ここまでの記録は残っています。');
      await showResult(visit);
    },
  });
  const finish = () => {
    if (queryClient.isMutating({ mutationKey: finishKey }) === 0) mutate();
  };
  return { finish, isPending: useIsMutating({ mutationKey: finishKey }) > 0 } as const;
}
