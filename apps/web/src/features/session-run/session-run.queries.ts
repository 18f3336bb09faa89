import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import {
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
  sessionRunQuery,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import {
  dropBout,
  followRun,
  type LiftedBout,
  type RunProgress,
  seeBout,
  type SeenBout,
} from './run-progress.ts';

/** Another device may start or end it, and a late workout may count. */
const askAgainMs = 15_000;

export function useSessionRun() {
  return useQuery({
    ...sessionRunQuery,
    refetchInterval: askAgainMs,
    // What asks again and again would complain again and again.
    meta: { errorShownByPage: true },
  });
}

export interface FollowedRun {
  readonly run: TrainingSessionRun;
  readonly progress: RunProgress;
}

/**
 * What pages have heard of bouts that the server may not have: known from page to page, and
 * forgotten with everything else when the member signs out.
 */
const seenBoutsQuery = queryOptions({
  queryKey: ['seen-bouts'],
  queryFn: (): readonly SeenBout[] => [],
  initialData: [],
  staleTime: 'static',
  gcTime: Infinity,
});

/** The session under way with what is lifted on the linked machine. null: none is known of. */
export function useRunProgress(
  bout: LiftedBout | null = null,
  rejectedUuid: string | null = null,
): FollowedRun | null {
  const queryClient = useQueryClient();
  const { data: run, isFetchedAfterMount } = useSessionRun();
  const { data: seen } = useQuery(seenBoutsQuery);
  // What was known before this page came may be old: nothing is counted on top of it.
  const updated = run && isFetchedAfterMount ? seeBout(seen, run, bout) : seen;
  const next = dropBout(updated, rejectedUuid);
  useEffect(() => {
    if (next !== seen) queryClient.setQueryData(seenBoutsQuery.queryKey, next);
  }, [queryClient, next, seen]);
  return run ? { run, progress: followRun(run, next) } : null;
}

/** Ends it and shows what came of it: the records of the session, or all if it is deleted. */
export function useEndRun({ trainingSessionId }: Pick<TrainingSessionRun, 'trainingSessionId'>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation(endRunMutation(queryClient));

  async function end(): Promise<void> {
    try {
      await mutateAsync();
    } catch {
      // Told by a toast; the session is still there to be ended.
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [doneRunsKey] });
    notifyDone('メニューを終了しました', 'ここまでの記録は残っています。');
    await (trainingSessionId === null
      ? navigate({ to: '/workouts' })
      : navigate({
          to: '/training-sessions/$trainingSessionId',
          params: { trainingSessionId },
        }));
  }

  return { end, isPending } as const;
}

const finishKey = ['session-run', 'finish'];

/**
 * Leaves the machine and then ends the run, once, however often it is tapped: the screen changes in
 * between. A machine that was not left has something to send, and the run goes on.
 *
 * `leave`: tells whether the machine is left; null: none is linked.
 */
export function useFinishRun(run: TrainingSessionRun, leave: (() => Promise<boolean>) | null) {
  const queryClient = useQueryClient();
  const { end } = useEndRun(run);
  const { mutate } = useMutation({
    mutationKey: finishKey,
    mutationFn: async () => {
      if (leave === null || (await leave())) await end();
    },
  });
  const finish = () => {
    if (queryClient.isMutating({ mutationKey: finishKey }) === 0) mutate();
  };
  return { finish, isPending: useIsMutating({ mutationKey: finishKey }) > 0 } as const;
}
