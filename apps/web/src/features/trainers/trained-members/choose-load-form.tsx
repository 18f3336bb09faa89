import { addHonorific } from '@tanren/domain/members/honorifics';
import { countCharacters } from '@tanren/domain/text';
import { checkLoadReason, trainerLimits } from '@tanren/domain/trainers/trainers';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { describeLoadRange, workoutTypes } from '@tanren/domain/workouts/workout-types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type HeavyLoad, HeavyLoadDialog } from '#entities/workouts/heavy-load-dialog.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { ApiError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { formatKg } from '#lib/number-format.ts';
import { problemText } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { NumberStepper } from '#ui/forms/number-stepper.tsx';
import { nearestSettable, type StepRange } from '#ui/forms/step-range.ts';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { focusInvalidNumber } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout.tsx';
import { useMember } from './linked-member.tsx';
import classes from './trained-member.module.css';
import { type ChosenLoad, sendChosenLoad } from './trained-records.queries.ts';

interface ChooseLoadFormProps {
  readonly workoutTypeId: WorkoutTypeId;
  /** Load in kg that the form begins with. `null` begins with the lightest one. */
  readonly startKg: number | null;
  /** Reason of the current choice. Empty without one. */
  readonly startReason: string;
  readonly onDone: () => void;
}

export function ChooseLoadForm(props: ChooseLoadFormProps) {
  const { workoutTypeId, startKg, startReason, onDone } = props;
  const { memberId, nickname } = useMember();
  const queryClient = useQueryClient();
  const range = findRange(workoutTypeId);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const [loadKg, setLoadKg] = useState(() => nearestSettable(startKg ?? range.min, range));
  const [reason, setReason] = useState(startReason);
  const [errorText, setErrorText] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [heavy, setHeavy] = useState<HeavyLoad | null>(null);
  const { mutate, isPending } = useMutation({
    mutationKey: ['trained-load', 'choose'],
    meta: { errorShownByForm: true },
    mutationFn: (chosen: ChosenLoad) =>
      sendChosenLoad(queryClient, memberId, workoutTypeId, chosen),
    onSuccess: (_, chosen) => {
      const name = nameWorkoutType(workoutTypeId);
      notifyDone('次回の重量を指定しました', `${name}を${formatKg(chosen.loadKg)}kgにしました。`);
      onDone();
    },
    onError: (error) => {
      const heavyLoad = error instanceof ApiError ? error.problem?.heavy : undefined;
      if (heavyLoad === undefined) setProblem(explain(error));
      else setHeavy({ workoutTypeId, ...heavyLoad });
    },
  });
  const send = () => {
    if (isPending) return;
    setProblem(null);
    setHeavy(null);
    // The dialog about a heavy load is open only when its button sends this.
    mutate({ loadKg, reason: reason.trim(), heavyConfirmed: heavy !== null });
  };
  return (
    <Stack
      ref={form}
      noValidate
      method="post"
      as="form"
      gap={12}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const found = checkReason(reason);
        setErrorText(found);
        if (focusInvalidNumber(event.currentTarget)) return;
        if (found === undefined) send();
      }}
    >
      <NumberStepper
        label="次回の重量"
        unit="kg"
        value={loadKg}
        range={range}
        hint={describeLoadRange(workoutTypeId)}
        onChange={setLoadKg}
      />
      <TextAreaField
        name="reason"
        label="理由"
        error={errorText}
        hint={`${addHonorific(nickname)}の画面に、この理由が表示されます。`}
        length={countCharacters(reason.trim())}
        max={trainerLimits.loadReason}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          if (errorText !== undefined) setErrorText(checkReason(event.target.value));
        }}
      />
      <FormError text={problem} />
      <Stack gap={12} className={classes.formActions}>
        <PrimaryButton variant="default" onClick={onDone}>
          やめる
        </PrimaryButton>
        <SubmitButton busy={isPending}>指定する</SubmitButton>
      </Stack>
      {heavy === null ? null : (
        <HeavyLoadDialog
          loads={[heavy]}
          onConfirm={send}
          onDismiss={() => {
            setHeavy(null);
          }}
        />
      )}
    </Stack>
  );
}

function findRange(workoutTypeId: WorkoutTypeId): StepRange {
  const type = workoutTypes.find(({ id }) => id === workoutTypeId);
  if (type === undefined) throw new RangeError(`no workout type ${workoutTypeId}`);
  return { min: type.minLoad, max: type.maxLoad, step: type.loadStep };
}

function checkReason(text: string): string | undefined {
  const answer = checkLoadReason(text);
  return answer === true ? undefined : answer;
}

/** Returns the message for the form, or `null` when a toast shows the error. */
function explain(error: unknown): string | null {
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    return problemText[error.problem.code];
  }
  notifyError(error);
  return null;
}
