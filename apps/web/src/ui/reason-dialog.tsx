import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { useForm } from './use-form.ts';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly lead: ReactNode;
  readonly label: string;
  readonly hint: string;
  /** In characters, as `count` counts them. */
  readonly most: number;
  readonly count: (text: string) => number;
  readonly optional?: boolean;
  readonly confirm: string;
  readonly confirming: string;
  readonly submit: (reason: string) => Promise<void>;
  readonly explain: (error: unknown) => string;
  readonly onDismiss: () => void;
}

/** Asks why before it is done. */
export function ReasonDialog({
  label,
  hint,
  most,
  count,
  optional = false,
  submit,
  explain,
  ...dialog
}: ReasonDialogProps) {
  const [length, setLength] = useState(0);
  const { form, errors, problem, busy } = useForm({
    fields: { reason: reasonField({ most, count, optional }) },
    submit: ({ reason }) => submit(reason),
    explain: (error) => ({ text: explain(error) }),
  });
  return (
    <FormDialog {...dialog} form={form} problem={problem} busy={busy}>
      <TextAreaField
        name="reason"
        label={label}
        hint={errors.reason === undefined ? hint : undefined}
        error={errors.reason}
        length={length}
        most={most}
        onChange={(event) => {
          setLength(count(event.target.value.trim()));
        }}
      />
    </FormDialog>
  );
}

/** The rules of such a field, for forms that ask for more than the reason. */
export function reasonField({
  most,
  count,
  optional,
}: Required<Pick<ReasonDialogProps, 'most' | 'count' | 'optional'>>) {
  return {
    rules: [
      (reason: string) => optional || reason !== '' || '理由を入力してください。',
      (reason: string) => count(reason) <= most || `${most}文字以内で入力してください。`,
    ],
    clean: (text: string) => text.trim(),
  };
}
