import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { hasDraft } from './draft-storage.ts';

interface LeaveWarningProps {
  readonly active: boolean;
  readonly draftKey: string;
}

export function LeaveWarning({ active, draftKey }: LeaveWarningProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => active,
    // With a draft on this device a reload loses nothing.
    enableBeforeUnload: () => active && !hasDraft(draftKey),
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      title="保存せずに移動しますか？"
      onDismiss={reset}
      actions={
        <>
          <PrimaryButton type="button" onClick={reset}>
            編集を続ける
          </PrimaryButton>
          <PrimaryButton type="button" variant="default" onClick={proceed}>
            保存せずに移動する
          </PrimaryButton>
        </>
      }
    >
      <p>
        {hasDraft(draftKey)
          ? 'このセッションはまだ保存されていません。下書きはこの端末に残ります。'
          : '入力した内容はまだ保存されていません。この端末には下書きを残せないため、移動すると失われます。'}
      </p>
    </AlertDialog>
  );
}
