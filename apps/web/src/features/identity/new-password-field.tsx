import { IconCheck, IconPoint, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '#ui/forms/fields.tsx';
import { look, Row, Stack } from '#ui/layout.tsx';
import {
  cleanEmail,
  describePasswordHints,
  listPasswordHints,
  loadCommonPasswords,
} from './identity-input.ts';
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

/** Asks for a new password and ticks its rules off while it is typed. */
export function NewPasswordField({ name, label, error, ...about }: NewPasswordFieldProps) {
  const { emailField } = about;
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState(about.email ?? '');
  const element = useRef<HTMLInputElement>(null);
  const [, setListLoaded] = useState(false);
  useEffect(() => {
    // The rule against guessable passwords is checked again with the list.
    void loadCommonPasswords().then(() => {
      setListLoaded(true);
    });
  }, []);
  useEffect(() => {
    // A visitor can type before the prerendered page is hydrated.
    setTyped(element.current?.value ?? '');
    if (emailField !== undefined) setEmail(readField(element.current?.form ?? null, emailField));
  }, [emailField]);
  return (
    <div className={classes.newPassword}>
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
      <output className="visually-hidden">{describePasswordHints(typed, email)}</output>
    </div>
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
    <Stack as="ul">
      {listPasswordHints(password, email).map(({ label, met, isBroken }, place) => {
        const Icon = met === true ? IconCheck : isBroken ? IconX : IconPoint;
        return (
          <Row
            // The label of a rule can change, its place cannot.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            as="li"
            gap={6}
            align="start"
            leading={24}
            bright={met === true || isBroken}
            className={classes.hint}
          >
            <Icon
              size={16}
              stroke={2.5}
              aria-hidden
              className={met === true ? look('good') : isBroken ? look('alarming') : undefined}
            />
            {label}
            {met === true ? <span className="visually-hidden">（満たしています）</span> : null}
            {isBroken ? <span className="visually-hidden">（満たしていません）</span> : null}
          </Row>
        );
      })}
    </Stack>
  );
}
