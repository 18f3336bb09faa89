import { getTodaysMenu } from '@tanren/contract/menus/todays-menu';
import { getTrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { startRunMutation, trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';

/**
 * Query of today's menu. Its key starts like the other menu keys, because a new, changed or marked
 * menu may change it.
 */
export const todaysMenuQuery = queryOptions({
  queryKey: [trainingSessionsKey, 'today'],
  queryFn: ({ signal }) => callApi(getTodaysMenu, {}, signal),
  // The menu is read again at each visit, but not within 3 seconds, because the loader has just
  // read it.
  staleTime: 3_000,
  // A repeated request would show its error repeatedly.
  meta: { errorShownByPage: true },
});

interface Start {
  readonly trainingSessionId: number;
  /** Whether the member has confirmed that this ends the current run. */
  readonly replaces: boolean;
}

/**
 * Returns a function that starts a menu with one tap and opens the machine page. A run that another
 * device has started in the meantime goes on, because the member has not decided to end it.
 */
export function useStartMenu(onGone: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: startRun } = useMutation(startRunMutation(queryClient));
  const { mutateAsync, isPending } = useMutation({
    meta: { errorShownByForm: true },
    mutationFn: async ({ trainingSessionId, replaces }: Start) => {
      if (!replaces) {
        const { run } = await callApi(getTrainingSessionRun, {});
        const isOther = run !== null && run.trainingSessionId !== trainingSessionId;
        if (isOther && run.completedAt === null) return run;
      }
      return await startRun(trainingSessionId);
    },
  });

  async function start(wanted: Start): Promise<void> {
    const refetch = () => queryClient.invalidateQueries({ queryKey: todaysMenuQuery.queryKey });
    try {
      const run = await mutateAsync(wanted);
      if (run.trainingSessionId !== wanted.trainingSessionId) {
        notifyDone('ほかの端末でトレーニング中です', `「${run.title}」を続けられます。`);
        onGone();
        await refetch();
        return;
      }
    } catch (error) {
      notifyRejection('メニューを始められませんでした', error);
      onGone();
      await refetch();
      return;
    }
    void refetch();
    await navigate({ to: '/tanren-link' });
  }

  return { start, isStarting: isPending } as const;
}
