import {
  earliestBirthDate,
  latestBirthDate,
  nicknameMaxLength,
} from '@tanren/domain/members/profile-fields';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/members/profile';
import { type ReactNode, useState } from 'react';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { notifyError } from '#lib/notifier.ts';
import { findRejection } from '#lib/rejections.ts';
import { ChoiceField } from '#ui/forms/choice-fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { readForm, useForm, type Values } from '#ui/forms/use-form.ts';
import { TextField, UnitField } from '#ui/forms/fields.tsx';
import { Stack } from '#ui/layout.tsx';
import {
  type ProfileFieldName,
  profileFields,
  profileFieldWords as words,
} from './profile-fields.ts';

interface ProfileFormOptions {
  readonly save: (values: Values<ProfileFieldName>) => Promise<void>;
  readonly onTyped: (values: Values<ProfileFieldName>) => void;
  readonly unsaved: boolean;
}

/** Returns a form that shows the API's refusals and knows whether there are unsaved changes. */
function useProfileForm({ save, onTyped, unsaved }: ProfileFormOptions) {
  const [dirty, setDirty] = useState(unsaved);
  const { form, ...state } = useForm<ProfileFieldName>({
    fields: profileFields,
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
    dirty,
    form: {
      ...form,
      onInput(event: Parameters<typeof form.onInput>[0]) {
        setDirty(true);
        onTyped(readForm(profileFields, event.currentTarget));
        form.onInput(event);
      },
    },
  } as const;
}

interface ProfileFormProps {
  /** Initial values of the fields. */
  readonly initial: Values<ProfileFieldName>;
  /** Current gym day. */
  readonly today: string;
  readonly submitLabel: string;
  /** Decision that is needed before saving, shown above the fields. `null` when there is none. */
  readonly notice?: ReactNode;
  readonly save: (values: Values<ProfileFieldName>) => Promise<void>;
  /** Called at each change with all values. */
  readonly onTyped?: (values: Values<ProfileFieldName>) => void;
  /** Whether the initial values are unsaved. */
  readonly unsaved?: boolean;
  /** Returns whether a reload would lose the typed values. By default it would. */
  readonly losesOnReload?: () => boolean;
}

/** Shows the form for creating and for changing a profile. */
export function ProfileForm({
  initial,
  today,
  submitLabel,
  notice = null,
  save,
  onTyped = () => {},
  unsaved = false,
  losesOnReload = () => true,
}: ProfileFormProps) {
  const { form, errors, problem, busy, dirty } = useProfileForm({ save, onTyped, unsaved });
  return (
    <Stack {...form} as="form" gap={12}>
      {notice}
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
      <TextField
        name="birthDate"
        label={`${words.birthDate.label}（任意）`}
        type="date"
        error={errors.birthDate}
        defaultValue={initial.birthDate}
        min={earliestBirthDate}
        max={latestBirthDate(today)}
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
        {submitLabel}
      </SubmitButton>
      <LeaveWarning active={dirty} losesOnReload={losesOnReload} />
    </Stack>
  );
}
