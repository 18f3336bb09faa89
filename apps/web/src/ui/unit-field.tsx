import { type ComponentPropsWithRef, useId } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import classes from './field.module.css';

interface UnitFieldProps extends FieldProps {
  readonly unit: string;
}

type Props = UnitFieldProps & Omit<ComponentPropsWithRef<'input'>, keyof UnitFieldProps>;

/** A number with its unit. Text, not type=number: that one drops what it cannot read. */
export function UnitField({ name, label, error, hint, unit, ...input }: Props) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={`${classes.solo} ${classes.withUnit}`}
        {...describeField(id, field)}
        {...input}
      />
      <span className={classes.unit} aria-hidden>
        {unit}
      </span>
    </FieldFrame>
  );
}
