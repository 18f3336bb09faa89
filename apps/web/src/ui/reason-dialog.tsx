import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { ReasonField, reasonRules } from './reason-field.tsx';
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
  optional,
  submit,
  explain,
  ...dialog
}: ReasonDialogProps) {
  const { form, errors, problem, busy } = useForm({
    fields: { reason: reasonRules({ most, count, optional }) },
    submit: ({ reason }) => submit(reason),
    explain: (error) => ({ text: explain(error) }),
  });
  return (
    <FormDialog {...dialog} form={form} problem={problem} busy={busy}>
      <ReasonField
        name="reason"
        label={label}
        hint={hint}
        error={errors.reason}
        most={most}
        count={count}
      />
    </FormDialog>
  );
}
