import { type ComponentPropsWithRef, useId } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import classes from './field.module.css';

type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldProps>;

/** A solo field: a surface of its own, no border, 56 px high. */
export function TextField({ name, label, error, hint, ...input }: TextFieldProps) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <input type="text" className={classes.solo} {...describeField(id, field)} {...input} />
    </FieldFrame>
  );
}
