import { type ReactNode, useState } from 'react';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormError } from '#ui/form-error.tsx';
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
  return (
    <ConfirmDialog
      title={title}
      keep="やめる"
      confirm={confirm}
      confirming={confirming}
      busy={busy}
      onConfirm={run}
      onDismiss={onDismiss}
    >
      {children}
      <FormError text={problem} />
    </ConfirmDialog>
  );
}
