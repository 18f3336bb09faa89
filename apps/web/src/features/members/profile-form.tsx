import { nicknameMaxLength } from '@tanren/domain/members/profile-fields';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/members/profile';
import { type ReactNode, useState } from 'react';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyError } from '#lib/notifier.ts';
import { findRejection } from '#lib/rejections.ts';
import { ChoiceField } from '#ui/forms/choice-fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { DateParts } from '#ui/forms/date-parts.tsx';
import { type FormSpec, readForm, useForm, type Values } from '#ui/forms/use-form.ts';
import { TextField, UnitField } from '#ui/forms/fields.tsx';
import { Stack } from '#ui/layout.tsx';
import {
  type BodyFieldName,
  type HabitFieldName,
  type ProfileFieldName,
  profileFields,
  profileFieldWords as words,
} from './profile-fields.ts';

interface ProfileFormOptions<N extends ProfileFieldName> {
  readonly fields: FormSpec<N>;
  readonly save: (values: Values<N>) => Promise<void>;
  readonly onTyped: (values: Values<N>) => void;
}

/** Returns a form that shows the API's refusals, and reports each change with all its values. */
export function useProfileForm<N extends ProfileFieldName>({
  fields,
  save,
  onTyped,
}: ProfileFormOptions<N>) {
  const { form, ...state } = useForm<N>({
    fields,
    submit: save,
    explain: (error) => {
      const rejection = findRejection(error);
      if (rejection !== null) return { text: rejection };
      notifyError(error);
      return null;
    },
  });
  return {
    ...state,
    form: {
      ...form,
      onInput(event: Parameters<typeof form.onInput>[0]) {
        onTyped(readForm(fields, event.currentTarget));
        form.onInput(event);
      },
    },
  } as const;
}

interface FieldGroupProps<N extends ProfileFieldName> {
  /** Initial values of the fields. */
  readonly initial: Values<N>;
  readonly errors: Readonly<Partial<Record<N, string>>>;
}

/** Asks for the name in the app, and for what a machine is adjusted to. */
export function BodyFields({ initial, errors }: FieldGroupProps<BodyFieldName>) {
  return (
    <>
      <TextField
        name="nickname"
        label={words.nickname.label}
        error={errors.nickname}
        hint={`ランキングなどに表示されます（${nicknameMaxLength}文字以内）`}
        defaultValue={initial.nickname}
        autoComplete="nickname"
        enterKeyHint="next"
      />
      {/* The message below one field must not move the other field. */}
      <Stack columns={2} gap={12} align="start">
        <UnitField
          name="height"
          label={words.height.label}
          unit="cm"
          error={errors.height}
          defaultValue={initial.height}
        />
        <UnitField
          name="weight"
          label={words.weight.label}
          unit="kg"
          error={errors.weight}
          defaultValue={initial.weight}
        />
      </Stack>
    </>
  );
}

/** Asks how often the member trains, and what for. */
export function HabitFields({ initial, errors }: FieldGroupProps<HabitFieldName>) {
  return (
    <>
      <ChoiceField
        name="exerciseHabit"
        kind="radio"
        label={words.exerciseHabit.label}
        choices={exerciseHabits}
        chosen={[initial.exerciseHabit]}
        error={errors.exerciseHabit}
      />
      <ChoiceField
        name="trainingPurposes"
        kind="checkbox"
        label={`${words.trainingPurposes.label}（複数選択可）`}
        choices={trainingPurposes}
        chosen={initial.trainingPurposes.split(',')}
        error={errors.trainingPurposes}
      />
    </>
  );
}

interface ProfileFormProps {
  /** Initial values of the fields. */
  readonly initial: Values<ProfileFieldName>;
  /** Decision that is needed before saving, shown above the fields. `null` when there is none. */
  readonly notice: ReactNode;
  readonly save: (values: Values<ProfileFieldName>) => Promise<void>;
  /** Whether the initial values are unsaved. */
  readonly unsaved: boolean;
}

/** Shows the form for changing a profile. */
export function ProfileForm({ initial, notice, save, unsaved }: ProfileFormProps) {
  const [dirty, setDirty] = useState(unsaved);
  const { form, errors, problem, busy } = useProfileForm({
    fields: profileFields,
    save,
    onTyped: () => {
      setDirty(true);
    },
  });
  return (
    <Stack {...form} as="form" gap={12}>
      {notice}
      <BodyFields initial={initial} errors={errors} />
      <HabitFields initial={initial} errors={errors} />
      <DateParts
        name="birthDate"
        label={`${words.birthDate.label}（任意）`}
        error={errors.birthDate}
        initial={initial.birthDate}
        autoComplete="bday"
      />
      <ChoiceField
        name="sex"
        kind="radio"
        label={`${words.sex.label}（任意）`}
        choices={sexes}
        chosen={[initial.sex]}
        error={errors.sex}
      />
      <FormError text={problem} />
      <SubmitButton busy={busy} variant={notice === null ? 'outline' : 'default'}>
        保存する
      </SubmitButton>
      <LeaveWarning active={dirty} />
    </Stack>
  );
}
