import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Row } from '#ui/layout.tsx';
import { ChooseLoadForm } from './choose-load-form.tsx';
import { useMember } from './linked-member.tsx';
import classes from './trained-member.module.css';
import { sendChosenLoad } from './trained-records.queries.ts';

interface LoadChoiceProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Load in kg that the form begins with. `null` begins with the lightest one. */
  readonly startKg: number | null;
  /** Trainer's reason while a choice is active. `null` without one. */
  readonly reason: string | null;
  /** Text that says what applies without the choice, such as 「記録にもとづく重量に戻りました。」. */
  readonly clearedText: string;
}

/** Shows the buttons to choose the next load of a type and to withdraw the choice, or the form. */
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
    <Row wrap className={classes.loadActions} ref={actions}>
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
    </Row>
  );
}

type ClearLoadProps = Pick<LoadChoiceProps, 'workoutTypeId' | 'clearedText'>;

/** Returns to the load that follows from the records. */
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
      notifyRejection('指定を解除できませんでした', error);
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

/**
 * Returns a ref for the buttons that opened the form. They get the focus back when the form closes.
 */
function useFocusAfter(open: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) element.current?.querySelector('button')?.focus();
    wasOpen.current = open;
  }, [open]);
  return element;
}
