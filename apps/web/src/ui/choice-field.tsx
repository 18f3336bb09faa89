import { useId } from 'react';
import classes from './choice-field.module.css';
import { ChoiceFrame } from './choice-frame.tsx';
import { FieldError } from './field-error.tsx';

interface ChoiceFieldProps {
  readonly name: string;
  readonly label: string;
  /** Radio: one of them; checkbox: any number. */
  readonly kind: 'radio' | 'checkbox';
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** All choices in sight, each large enough for a thumb. */
export function ChoiceField({ name, label, kind, choices, chosen, error }: ChoiceFieldProps) {
  const id = useId();
  return (
    <ChoiceFrame label={label} describedBy={error === undefined ? undefined : `${id}-error`}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.id} className={classes.choice}>
            <input
              type={kind}
              name={name}
              value={choice.id}
              defaultChecked={chosen.includes(choice.id)}
              aria-invalid={error !== undefined}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}
