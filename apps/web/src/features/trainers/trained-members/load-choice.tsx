import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRefusal } from '#lib/refusals.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { ChooseLoadForm } from './choose-load-form.tsx';
import { useMember } from './linked-member.tsx';
import classes from './trained-member.module.css';
import { sendChosenLoad } from './trained-records.queries.ts';

interface LoadChoiceProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** The load in kg that the form begins with; `null` begins with the lightest one. */
  readonly startKg: number | null;
  /** The trainer's reason while a choice counts; `null` without one. */
  readonly reason: string | null;
  /** What the type does without the choice: 「記録にもとづく重量に戻りました。」. */
  readonly clearedText: string;
}

/** The buttons to choose the next load of a type and to take the choice back, or the form. */
export function LoadChoice({ workoutTypeId, startKg, reason, clearedText }: LoadChoiceProps) {
  const [choosing, setChoosing] = useState(false);
  const actions = useFocusAfter(choosing);
  if (choosing) {
    return (
      <ChooseLoadForm
        workoutTypeId={workoutTypeId}
        startKg={startKg}
        startReason={reason ?? ''}
        onDone={() => {
          setChoosing(false);
        }}
      />
    );
  }
  return (
    <div className={classes.loadActions} ref={actions}>
      <PlainButton
        onClick={() => {
          setChoosing(true);
        }}
      >
        <IconPencil size={20} stroke={1.75} aria-hidden />
        {reason === null ? '次回の重量を指定する' : '指定を変更する'}
      </PlainButton>
      {reason === null ? null : (
        <ClearLoad workoutTypeId={workoutTypeId} clearedText={clearedText} />
      )}
    </div>
  );
}

type ClearLoadProps = Pick<LoadChoiceProps, 'workoutTypeId' | 'clearedText'>;

/** Back to the load that follows from the records. */
function ClearLoad({ workoutTypeId, clearedText }: ClearLoadProps) {
  const { memberId } = useMember();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['trained-load', 'clear'],
    meta: { errorShownByForm: true },
    mutationFn: () => sendChosenLoad(queryClient, memberId, workoutTypeId, null),
    onSuccess: () => {
      const name = nameWorkoutType(workoutTypeId);
      notifyDone('指定を解除しました', `${name}は${clearedText}`);
    },
    onError: (error) => {
      notifyRefusal('指定を解除できませんでした', error);
    },
  });
  return (
    <PlainButton
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
      指定を解除する
    </PlainButton>
  );
}

/** The form takes the focus with it when it goes: it goes back to what had opened it. */
function useFocusAfter(open: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) element.current?.querySelector('button')?.focus();
    wasOpen.current = open;
  }, [open]);
  return element;
}
