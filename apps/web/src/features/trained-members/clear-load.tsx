import { IconArrowBackUp } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { useQueryClient } from '@tanstack/react-query';
import { notifyDone } from '#lib/notifier.ts';
import { tellRefusal } from '#lib/refusals.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { useOnce } from '#ui/use-once.ts';
import { sendChosenLoad } from './trained-loads.ts';
import { useMember } from './within-link.tsx';

/** Back to the load that follows from the records. */
export function ClearLoad({ workoutTypeId }: { readonly workoutTypeId: WorkoutTypeId }) {
  const { memberId } = useMember();
  const queryClient = useQueryClient();
  const { busy, run } = useOnce(async () => {
    try {
      await sendChosenLoad(queryClient, memberId, workoutTypeId, null);
      const name = nameWorkoutType(workoutTypeId);
      notifyDone('指定を取り消しました', `${name}は記録にもとづく重さに戻りました。`);
    } catch (error) {
      tellRefusal('指定を取り消せませんでした', error);
    }
  });
  return (
    <PlainButton aria-disabled={busy} onClick={run}>
      <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
      指定を取り消す
    </PlainButton>
  );
}
