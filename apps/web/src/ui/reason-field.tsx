import { useState } from 'react';
import type { FieldProps } from './field-frame.tsx';
import { TextAreaField } from './text-area-field.tsx';

interface ReasonLimit {
  /** In characters, as `count` counts them. */
  readonly most: number;
  readonly count: (text: string) => number;
}

type ReasonFieldProps = FieldProps & ReasonLimit;

/** Why something is done, in words; counts them itself. */
export function ReasonField({ hint, error, most, count, ...field }: ReasonFieldProps) {
  const [length, setLength] = useState(0);
  return (
    <TextAreaField
      {...field}
      hint={error === undefined ? hint : undefined}
      error={error}
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
      (reason: string) => optional || reason !== '' || '理由を入力してください。',
      (reason: string) => count(reason) <= most || `${most}文字以内で入力してください。`,
    ],
    clean: (text: string) => text.trim(),
  };
}
