import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifyDone } from '#lib/notifier.ts';
import {
  doneRunsKey,
  endRunMutation,
} from '#entities/training-sessions/training-sessions.queries.ts';

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
    notifyDone('セッションを終了しました', 'ここまでの記録は残っています。');
    await (trainingSessionId === null
      ? navigate({ to: '/workouts' })
      : navigate({
          to: '/training-sessions/$trainingSessionId',
          params: { trainingSessionId },
        }));
  }

  return { end, isPending } as const;
}
