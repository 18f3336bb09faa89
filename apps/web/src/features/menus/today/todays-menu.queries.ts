import { getTodaysMenu } from '@tanren/contract/menus/todays-menu';
import { getTrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { startRunMutation, trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRefusal } from '#lib/refusals.ts';

/** Begins as the keys of menus do: one that is made, changed or marked may change today. */
export const todaysMenuQuery = queryOptions({
  queryKey: [trainingSessionsKey, 'today'],
  queryFn: ({ signal }) => callApi(getTodaysMenu, {}, signal),
  // Asked at every look, but not at once: the loader has just asked.
  staleTime: 3_000,
  // What asks again and again would complain again and again.
  meta: { errorShownByPage: true },
});

interface Start {
  readonly trainingSessionId: number;
  /** The member has been told that this ends what is under way. */
  readonly replaces: boolean;
}

/**
 * Starts a menu by one tap and leads to the machines. Another device may have started one since
 * this page asked: it goes on, because ending it takes a decision that nobody has made.
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
    const askAgain = () => queryClient.invalidateQueries({ queryKey: todaysMenuQuery.queryKey });
    try {
      const run = await mutateAsync(wanted);
      if (run.trainingSessionId !== wanted.trainingSessionId) {
        notifyDone('ほかの端末でトレーニング中です', `「${run.title}」を続けられます。`);
        onGone();
        await askAgain();
        return;
      }
    } catch (error) {
      notifyRefusal('メニューを始められませんでした', error);
      onGone();
      await askAgain();
      return;
    }
    void askAgain();
    await navigate({ to: '/tanren-link' });
  }

  return { start, isStarting: isPending } as const;
}
