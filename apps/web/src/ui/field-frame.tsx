import type { ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import classes from './field.module.css';

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** What an input says of itself to those who cannot see the frame around it. */
export function describeField(id: string, { name, error, hint }: FieldProps) {
  const described = [error === undefined ? null : `${id}-error`, hint ? `${id}-hint` : null];
  return {
    id,
    name,
    'aria-invalid': error !== undefined,
    'aria-describedby': described.filter((part) => part !== null).join(' ') || undefined,
  } as const;
}

/** Label above, input, and below it what is wrong or what helps. */
export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  return (
    <div className={classes.field} data-field>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>{children}</div>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
        {hint ? (
          <div id={`${id}-hint`} className={classes.hint}>
            {hint}
          </div>
        ) : null}
      </div>
    </div>
  );
}
