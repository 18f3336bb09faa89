import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { FormError } from '#ui/forms/form-page.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box, Stack } from '#ui/layout.tsx';
import classes from './dialogs.module.css';
import { DialogActions, Modal } from './dialogs.tsx';

interface FormDialogProps {
  /** Whether screen readers announce it as a question. Used for an action that cannot be undone. */
  readonly alerts?: boolean;
  readonly title: string;
  readonly overline?: string;
  /** Description of what will happen. */
  readonly lead?: ReactNode;
  /** Form props from `useForm`. */
  readonly form: ComponentPropsWithoutRef<'form'>;
  readonly problem: string | null;
  readonly busy: boolean;
  /** Labels of the button before and during the action. */
  readonly confirm: string;
  readonly confirming: string;
  /** Label of the button that cancels. It names what does not happen. */
  readonly cancel: string;
  /** Sign of an action that ends or removes something. `null` for the next step. */
  readonly Icon: Icon | null;
  /**
   * Called when the dialog is dismissed, also by the Escape key or the back gesture. Not called
   * while the form is being sent.
   */
  readonly onDismiss: () => void;
  /** Fields of the form. */
  readonly children?: ReactNode;
}

/** Shows a form for an action that must be explained first and cannot easily be undone. */
export function FormDialog({
  alerts = false,
  title,
  overline,
  lead,
  form,
  problem,
  busy,
  confirm,
  confirming,
  cancel,
  Icon: Sign,
  onDismiss,
  children,
}: FormDialogProps) {
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <Modal alerts={alerts} title={title} overline={overline} lead={lead} onDismiss={dismiss}>
      <Stack as="form" gap={12} className={classes.form} {...form}>
        {children}
        <FormError text={problem} />
        <Box above={4} className={classes.actions}>
          <DialogActions
            keep={cancel}
            confirm={confirm}
            confirming={confirming}
            Icon={Sign}
            busy={busy}
            onKeep={dismiss}
          />
        </Box>
      </Stack>
    </Modal>
  );
}

interface ReasonDialogProps {
  readonly title: string;
  /** Description of what will happen. */
  readonly lead: ReactNode;
  readonly label: string;
  readonly hint: string;
  /** Maximum length in characters, as `count` counts them. */
  readonly max: number;
  readonly count: (text: string) => number;
  readonly optional?: boolean;
  readonly confirm: string;
  readonly confirming: string;
  readonly cancel: string;
  readonly Icon: Icon | null;
  readonly submit: (reason: string) => Promise<void>;
  readonly explain: (error: unknown) => string;
  readonly onDismiss: () => void;
}

/** Asks for a reason before the action. */
export function ReasonDialog({
  label,
  hint,
  max,
  count,
  optional,
  submit,
  explain,
  ...dialog
}: ReasonDialogProps) {
  const { form, errors, problem, busy } = useForm({
    fields: { reason: reasonRules({ max, count, optional }) },
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
        max={max}
        count={count}
      />
    </FormDialog>
  );
}
