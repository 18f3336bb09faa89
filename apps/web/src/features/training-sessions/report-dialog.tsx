import { useState } from 'react';
import { Modal } from '#ui/modal.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { ReportForm } from './report-form.tsx';
import classes from './report-dialog.module.css';

interface ReportDialogProps {
  readonly trainingSessionId: number;
  /** Also by the Escape key or the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Asks what is wrong with a session, and thanks. */
export function ReportDialog({ trainingSessionId, onDismiss }: ReportDialogProps) {
  const [sent, setSent] = useState(false);
  if (!sent) {
    return (
      <ReportForm
        trainingSessionId={trainingSessionId}
        onSent={() => {
          setSent(true);
        }}
        onDismiss={onDismiss}
      />
    );
  }
  return (
    <Modal
      kind="sheet"
      title="ご報告ありがとうございます"
      lead="スタッフが内容を確認し、必要に応じて対応します。"
      onDismiss={onDismiss}
    >
      <div className={classes.close}>
        <PrimaryButton onClick={onDismiss}>閉じる</PrimaryButton>
      </div>
    </Modal>
  );
}
