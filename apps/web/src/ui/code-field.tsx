import { type ComponentPropsWithRef, useEffect, useId, useRef } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import classes from './field.module.css';

type CodeFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'ref'> & {
    /** When the step before has led here. */
    readonly takesFocus?: boolean;
  };

/** No limit of length: a code may be pasted with blanks in it. */
export function CodeField({
  name,
  label,
  error,
  hint,
  takesFocus = false,
  ...input
}: CodeFieldProps) {
  const id = useId();
  const field = { name, label, error, hint };
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <FieldFrame id={id} {...field}>
      <input
        ref={element}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        className={`${classes.solo ?? ''} ${classes.code ?? ''}`}
        {...describeField(id, field)}
        {...input}
      />
    </FieldFrame>
  );
}
