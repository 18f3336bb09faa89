import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useState } from 'react';
import { PasswordField } from '#ui/forms/fields.tsx';
import { cleanEmail, listPasswordHints } from './identity-input.ts';
import classes from './identity.module.css';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** The address that stands above it in the same form, by the name of its field. */
  readonly emailField?: string;
}

export function NewPasswordField({ name, label, error, emailField }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState('');
  return (
    <PasswordField
      name={name}
      label={label}
      error={error}
      autoComplete="new-password"
      enterKeyHint="done"
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        if (emailField !== undefined) setEmail(readField(event.currentTarget.form, emailField));
      }}
      keepsHint
      hint={<PasswordHints password={typed} email={emailField === undefined ? undefined : email} />}
    />
  );
}

function readField(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? cleanEmail(field.value) : '';
}

interface PasswordHintsProps {
  readonly password: string;
  readonly email: string | undefined;
}

function PasswordHints({ password, email }: PasswordHintsProps) {
  return (
    <ul className={classes.hints}>
      {listPasswordHints(password, email).map(({ label, met }) => {
        const Icon = met ? IconCheck : IconPoint;
        return (
          <li key={label} className={classes.hint} data-met={met || undefined}>
            <Icon size={16} stroke={2} aria-hidden />
            {label}
            {met ? <span className="visually-hidden">（満たしています）</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
