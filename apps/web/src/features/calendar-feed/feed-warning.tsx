import { useRef, useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';

interface FeedWarningProps {
  readonly title: string;
  readonly text: string;
  readonly refusal: string;
  readonly consent: string;
  readonly progress: string;
  /** Tells its own failures. */
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
}

export function FeedWarning(props: FeedWarningProps) {
  const { title, text, refusal, consent, progress, act, onClose } = props;
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  async function proceed(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      onClose();
    }
  }

  function dismiss(): void {
    if (!isBusy.current) onClose();
  }

  return (
    <AlertDialog
      title={title}
      onDismiss={dismiss}
      actions={
        <>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
            {refusal}
          </PrimaryButton>
          <PrimaryButton
            variant="filled"
            aria-disabled={busy}
            onClick={() => void proceed().catch(() => {})}
          >
            {busy ? progress : consent}
          </PrimaryButton>
        </>
      }
    >
      <p>{text}</p>
    </AlertDialog>
  );
}
