import { type ComponentPropsWithRef, useId, useState } from 'react';
import classes from './fields.module.css';
import { describeField, FieldFrame, type FieldProps } from './fields.tsx';

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
          className={`${classes.solo} ${classes.lines}`}
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

interface ReasonLimit {
  /** In characters, as `count` counts them. */
  readonly most: number;
  readonly count: (text: string) => number;
}

type ReasonFieldProps = FieldProps & ReasonLimit;

/** Why something is done, in words; counts them itself. */
export function ReasonField({ most, count, ...field }: ReasonFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <TextAreaField
      {...field}
      length={length}
      most={most}
      onChange={(event) => {
        setLength(count(event.target.value.trim()));
      }}
    />
  );
}

interface ReasonRules extends ReasonLimit {
  readonly optional?: boolean | undefined;
}

/** Of such a field, as `useForm` takes them. */
export function reasonRules({ most, count, optional = false }: ReasonRules) {
  return {
    rules: [
      (reason: string) => optional || reason !== '' || '理由を入力してください',
      (reason: string) => count(reason) <= most || `${most}文字以内で入力してください`,
    ],
    clean: (text: string) => text.trim(),
  };
}
