import { type ReactNode, useState } from 'react';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { FormError } from '#ui/form-error.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { useOnce } from '#ui/use-once.ts';

interface ActDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly confirming: string;
  readonly act: () => Promise<void>;
  readonly onDismiss: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asked first: people may be training on it. */
export function ActDialog({
  title,
  confirm,
  confirming,
  act,
  onDismiss,
  children,
}: ActDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useOnce(async () => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(explainRefusal(error));
    }
  });
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
            やめる
          </PrimaryButton>
          <PrimaryButton variant="filled" aria-disabled={busy} aria-busy={busy} onClick={run}>
            {busy ? confirming : confirm}
          </PrimaryButton>
        </>
      }
    >
      {children}
      <FormError text={problem} />
    </AlertDialog>
  );
}
