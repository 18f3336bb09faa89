import type { ReactNode } from 'react';
import { AlertDialog } from './alert-dialog.tsx';
import { PrimaryButton } from './primary-button.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The words of the way back, which gets the focus. */
  readonly keep: string;
  readonly confirm: string;
  /** While it is under way. */
  readonly confirming?: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  /** Not called while busy: what is under way can't be taken back. */
  readonly onDismiss: () => void;
}

/** Asked before what can't be undone. */
export function ConfirmDialog({
  title,
  children,
  keep,
  confirm,
  confirming = confirm,
  busy = false,
  onConfirm,
  onDismiss,
}: ConfirmDialogProps) {
  const dismiss = () => {
    if (!busy) onDismiss();
  };
  return (
    <AlertDialog
      title={title}
      onDismiss={dismiss}
      actions={
        <>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            {keep}
          </PrimaryButton>
          <PrimaryButton variant="filled" aria-disabled={busy} aria-busy={busy} onClick={onConfirm}>
            {busy ? confirming : confirm}
          </PrimaryButton>
        </>
      }
    >
      {children}
    </AlertDialog>
  );
}
