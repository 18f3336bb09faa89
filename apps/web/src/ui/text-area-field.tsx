import { type ComponentPropsWithRef, useId } from 'react';
import { describeField, FieldFrame, type FieldProps } from './field-frame.tsx';
import fieldClasses from './field.module.css';
import classes from './text-area-field.module.css';

interface TextAreaFieldProps extends FieldProps {
  /** What has been written of what may be; shown at the end of the label's line. */
  readonly length: number;
  readonly most: number;
}

type Props = TextAreaFieldProps & Omit<ComponentPropsWithRef<'textarea'>, keyof TextAreaFieldProps>;

/** Several lines, growing with what is written. */
export function TextAreaField({ name, label, error, hint, length, most, ...area }: Props) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <div className={classes.area}>
      <FieldFrame id={id} {...field}>
        <textarea
          className={`${fieldClasses.solo} ${classes.lines}`}
          rows={3}
          {...describeField(id, field)}
          {...area}
        />
      </FieldFrame>
      <span className={classes.count} data-over={length > most || undefined}>
        {length}/{most}
      </span>
    </div>
  );
}
