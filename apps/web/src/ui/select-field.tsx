import { type ComponentPropsWithRef, useId } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import classes from './field.module.css';

interface SelectFieldProps extends FieldProps {
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

type Props = SelectFieldProps & Omit<ComponentPropsWithRef<'select'>, keyof SelectFieldProps>;

/** The phone's own picker behind a light grey field. */
export function SelectField({ name, label, error, hint, choices, ...select }: Props) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <select className={classes.select} {...describeField(id, field)} {...select}>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
