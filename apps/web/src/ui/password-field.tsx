import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useId, useState } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import classes from './field.module.css';

type PasswordFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldProps> & {
    readonly autoComplete: 'current-password' | 'new-password';
  };

export function PasswordField({ name, label, error, hint, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const field = { name, label, error, hint };
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <FieldFrame id={id} {...field}>
      <input
        type={shown ? 'text' : 'password'}
        className={`${classes.solo ?? ''} ${classes.withButton ?? ''}`}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...describeField(id, field)}
        {...input}
      />
      <button
        type="button"
        className={classes.show}
        aria-label={`${label}を${shown ? '隠す' : '表示する'}`}
        aria-controls={id}
        onClick={() => {
          setShown(!shown);
        }}
      >
        <Icon size={24} stroke={1.75} aria-hidden />
      </button>
    </FieldFrame>
  );
}
