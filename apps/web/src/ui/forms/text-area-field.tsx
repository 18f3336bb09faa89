import { type ComponentPropsWithRef, useId, useState } from 'react';
import classes from './fields.module.css';
import { describeField, FieldFrame, type FieldProps } from './fields.tsx';

interface TextAreaFieldProps extends FieldProps {
  /** Length and maximum length, shown at the end of the label's line. */
  readonly length: number;
  readonly max: number;
}

type Props = TextAreaFieldProps & Omit<ComponentPropsWithRef<'textarea'>, keyof TextAreaFieldProps>;

/** Shows a text field of several lines that grows with its text. */
export function TextAreaField({ name, label, error, hint, length, max, ...area }: Props) {
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
      <span className={classes.count} data-over={length > max || undefined}>
        {length}/{max}
      </span>
    </div>
  );
}

interface ReasonLimit {
  /** Maximum length in characters, as `count` counts them. */
  readonly max: number;
  readonly count: (text: string) => number;
}

type ReasonFieldProps = FieldProps & ReasonLimit;

/** Shows a text field for a reason, which counts its characters itself. */
export function ReasonField({ max, count, ...field }: ReasonFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <TextAreaField
      {...field}
      length={length}
      max={max}
      onChange={(event) => {
        setLength(count(event.target.value.trim()));
      }}
    />
  );
}

interface ReasonRules extends ReasonLimit {
  readonly optional?: boolean | undefined;
}

/** Returns the rules of a reason field for `useForm`. */
export function reasonRules({ max, count, optional = false }: ReasonRules) {
  return {
    rules: [
      (reason: string) => optional || reason !== '' || '理由を入力してください',
      (reason: string) => count(reason) <= max || `${max}文字以内で入力してください`,
    ],
    clean: (text: string) => text.trim(),
  };
}
