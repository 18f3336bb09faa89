import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import classes from './dialogs.module.css';
import { Modal } from './dialogs.tsx';

interface FormDialogProps {
  /** `alert` for what cannot be undone. */
  readonly kind?: 'alert' | 'sheet';
  readonly title: string;
  readonly overline?: string;
  /** What will happen. */
  readonly lead?: ReactNode;
  /** As `useForm` gives it. */
  readonly form: ComponentPropsWithoutRef<'form'>;
  readonly problem: string | null;
  readonly busy: boolean;
  /** What the button says before and while it happens. */
  readonly confirm: string;
  readonly confirming: string;
  readonly cancel?: string;
  /** Not while it is sent. Also by the Escape key or the back gesture. */
  readonly onDismiss: () => void;
  /** The fields. */
  readonly children?: ReactNode;
}

/** For what has to be told before it is done, and cannot be taken back lightly. */
export function FormDialog({
  kind = 'sheet',
  title,
  overline,
  lead,
  form,
  problem,
  busy,
  confirm,
  confirming,
  cancel = 'やめる',
  onDismiss,
  children,
}: FormDialogProps) {
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <Modal kind={kind} title={title} overline={overline} lead={lead} onDismiss={dismiss}>
      <form className={classes.form} {...form}>
        {children}
        <FormError text={problem} />
        <div className={classes.formActions}>
          <PrimaryButton type="submit" variant="filled" aria-disabled={busy} aria-busy={busy}>
            {busy ? confirming : confirm}
          </PrimaryButton>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            {cancel}
          </PrimaryButton>
        </div>
      </form>
    </Modal>
  );
}

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
