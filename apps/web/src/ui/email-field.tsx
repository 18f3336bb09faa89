import type { ComponentPropsWithRef } from 'react';
import type { FieldProps } from './field-frame.tsx';
import { TextField } from './text-field.tsx';

type EmailFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldProps>;

/** The phone's keyboard for addresses, and nothing that corrects or capitalises them. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={254}
      {...props}
    />
  );
}
