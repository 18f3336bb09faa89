import { useId, useLayoutEffect, useRef, useState } from 'react';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { ReportForm } from './report-form.tsx';
import classes from './report-dialog.module.css';

interface ReportDialogProps {
  readonly trainingSessionId: number;
  /** Also by the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Shown as long as it is rendered; rises from the bottom of a phone. */
export function ReportDialog({ trainingSessionId, onDismiss }: ReportDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [sent, setSent] = useState(false);
  // Closed before it is taken out of the page: only then does the focus go back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <h2 id={id} className={classes.title}>
        {sent ? 'ご報告ありがとうございます' : 'このセッションを報告する'}
      </h2>
      {sent ? (
        <div className={classes.thanks}>
          <output>スタッフが内容を確認し、必要に応じて対応します。</output>
          <PrimaryButton onClick={onDismiss}>閉じる</PrimaryButton>
        </div>
      ) : (
        <ReportForm
          trainingSessionId={trainingSessionId}
          onSent={() => {
            setSent(true);
          }}
          onDismiss={onDismiss}
        />
      )}
    </dialog>
  );
}
