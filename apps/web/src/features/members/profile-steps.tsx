import { PlainButton } from '#ui/buttons.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import type { Values } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout.tsx';
import {
  type BodyFieldName,
  bodyFields,
  type HabitFieldName,
  habitFields,
} from './profile-fields.ts';
import { BodyFields, HabitFields, useProfileForm } from './profile-form.tsx';

interface StepProps<N extends BodyFieldName | HabitFieldName> {
  /** Initial values of the fields. */
  readonly initial: Values<N>;
  readonly submitLabel: string;
  /** Called at each change with the values of this step. */
  readonly onTyped: (values: Values<N>) => void;
  /** Called with valid values. */
  readonly onSubmit: (values: Values<N>) => Promise<void>;
}

/** First step of a new profile. */
export function BodyStep({ initial, submitLabel, onTyped, onSubmit }: StepProps<BodyFieldName>) {
  const { form, errors, problem, busy } = useProfileForm({
    fields: bodyFields,
    save: onSubmit,
    onTyped,
  });
  return (
    <Stack {...form} as="form" gap={12}>
      <BodyFields initial={initial} errors={errors} />
      <FormError text={problem} />
      <SubmitButton busy={busy}>{submitLabel}</SubmitButton>
    </Stack>
  );
}

interface HabitStepProps extends StepProps<HabitFieldName> {
  readonly onBack: () => void;
}

/** Second step of a new profile. */
export function HabitStep({ initial, submitLabel, onTyped, onSubmit, onBack }: HabitStepProps) {
  const { form, errors, problem, busy } = useProfileForm({
    fields: habitFields,
    save: onSubmit,
    onTyped,
  });
  return (
    <Stack {...form} as="form" gap={12}>
      <HabitFields initial={initial} errors={errors} />
      <FormError text={problem} />
      <SubmitButton busy={busy}>{submitLabel}</SubmitButton>
      <PlainButton aria-disabled={busy} onClick={busy ? undefined : onBack}>
        戻る
      </PlainButton>
    </Stack>
  );
}
