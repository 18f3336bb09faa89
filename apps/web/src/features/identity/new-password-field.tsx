import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '#ui/forms/fields.tsx';
import { look, Row } from '#ui/layout.tsx';
import { cleanEmail, listPasswordHints, loadCommonPasswords } from './identity-input.ts';
import classes from './identity.module.css';

interface NewPasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** Name of the field in the same form that contains the address. */
  readonly emailField?: string;
  /** Address of the account, where the form does not ask for it. */
  readonly email?: string;
}

export function NewPasswordField({ name, label, error, ...about }: NewPasswordFieldProps) {
  const { emailField } = about;
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState(about.email ?? '');
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => void loadCommonPasswords(), []);
  useEffect(() => {
    // A visitor can type before the prerendered page is hydrated.
    setTyped(element.current?.value ?? '');
    if (emailField !== undefined) setEmail(readField(element.current?.form ?? null, emailField));
  }, [emailField]);
  return (
    <PasswordField
      ref={element}
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
      hint={<PasswordHints password={typed} email={email} />}
    />
  );
}

function readField(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? cleanEmail(field.value) : '';
}

interface PasswordHintsProps {
  readonly password: string;
  readonly email: string;
}

function PasswordHints({ password, email }: PasswordHintsProps) {
  return (
    <Row as="ul" gap={16} rowGap={0} wrap>
      {listPasswordHints(password, email).map(({ label, met }) => {
        const Icon = met === true ? IconCheck : IconPoint;
        return (
          <Row
            key={label}
            as="li"
            gap={4}
            align="center"
            bright={met === true}
            className={classes.hint}
          >
            <Icon
              size={16}
              stroke={2}
              aria-hidden
              className={met === true ? look('good') : undefined}
            />
            {label}
            {met === true ? <span className="visually-hidden">（満たしています）</span> : null}
          </Row>
        );
      })}
    </Row>
  );
}
