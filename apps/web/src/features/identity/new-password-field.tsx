import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useState } from 'react';
import { PasswordField } from '#ui/forms/fields.tsx';
import { listPasswordHints } from './identity-input.ts';
import classes from './identity.module.css';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
}

export function NewPasswordField({ name, label, error }: NewPasswordFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <PasswordField
      name={name}
      label={label}
      error={error}
      autoComplete="new-password"
      enterKeyHint="done"
      onInput={(event) => {
        setTyped(event.currentTarget.value);
      }}
      hint={<PasswordHints password={typed} />}
    />
  );
}

function PasswordHints({ password }: { readonly password: string }) {
  return (
    <ul className={classes.hints}>
      {listPasswordHints(password).map(({ label, met }) => {
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
