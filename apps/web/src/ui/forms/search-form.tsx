import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Stack } from '#ui/layout.tsx';
import { SubmitButton } from './form-page.tsx';
import classes from './search-form.module.css';

interface SearchFormProps {
  /** Form props from `useForm`. */
  readonly form: ComponentPropsWithoutRef<'form'>;
  readonly busy: boolean;
  readonly variant?: 'outline' | 'default';
  /** Whether the button is close to the field above it on a phone. */
  readonly close?: boolean;
  /** The field of the form. */
  readonly children: ReactNode;
}

/** Shows a search of staff: one field, with its button beside it where there is space. */
export function SearchForm({
  form,
  busy,
  variant = 'outline',
  close = false,
  children,
}: SearchFormProps) {
  return (
    <search>
      <Stack as="form" gap={12} rowGap={close ? 4 : undefined} className={classes.form} {...form}>
        {children}
        <div className={classes.button}>
          <SubmitButton busy={busy} variant={variant}>
            検索する
          </SubmitButton>
        </div>
      </Stack>
    </search>
  );
}
