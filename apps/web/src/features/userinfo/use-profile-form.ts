import { useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/problem-text.ts';
import type { Values } from '#ui/form-rules.ts';
import { readForm, useForm } from '#ui/use-form.ts';
import { type ProfileFieldName, profileFields } from './profile-fields.ts';

interface ProfileFormOptions {
  readonly save: (values: Values<ProfileFieldName>) => Promise<void>;
  readonly onTyped: (values: Values<ProfileFieldName>) => void;
}

/** A form whose refusals come from the API; it also knows whether anything is unsaved. */
export function useProfileForm({ save, onTyped }: ProfileFormOptions) {
  const [dirty, setDirty] = useState(false);
  const { form, ...state } = useForm<ProfileFieldName>({
    fields: profileFields,
    submit: save,
    explain: (error) => {
      if (error instanceof ApiError && error.problem !== null && error.status < 500) {
        return { text: problemText[error.problem.code] };
      }
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
