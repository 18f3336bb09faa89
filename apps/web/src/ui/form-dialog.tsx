import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './form-dialog.module.css';
import { FormError } from './form-error.tsx';
import { Modal } from './modal.tsx';
import { PrimaryButton } from './primary-button.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly lead?: ReactNode;
  /** As `useForm` gives it. */
  readonly form: ComponentPropsWithoutRef<'form'>;
  readonly problem: string | null;
  readonly busy: boolean;
  /** What the button says before and while it happens. */
  readonly confirm: string;
  readonly confirming: string;
  /** Not while it is sent. Also by the Escape key or the back gesture. */
  readonly onDismiss: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** For what has to be told before it is done, and cannot be taken back lightly. */
export function FormDialog({
  title,
  lead,
  form,
  problem,
  busy,
  confirm,
  confirming,
  onDismiss,
  children,
}: FormDialogProps) {
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <Modal kind="sheet" title={title} lead={lead} onDismiss={dismiss}>
      <form className={classes.form} {...form}>
        {children}
        <FormError text={problem} />
        <div className={classes.actions}>
          <PrimaryButton type="submit" variant="filled" aria-disabled={busy} aria-busy={busy}>
            {busy ? confirming : confirm}
          </PrimaryButton>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            やめる
          </PrimaryButton>
        </div>
      </form>
    </Modal>
  );
}
