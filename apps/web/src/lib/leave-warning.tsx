import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';

/** Leaving would lose what was typed, and that cannot be undone: so it asks. */
export function LeaveWarning({ active }: { readonly active: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: () => active,
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
            入力を続ける
          </PrimaryButton>
          <PrimaryButton type="button" variant="default" onClick={proceed}>
            保存せずに移動する
          </PrimaryButton>
        </>
      }
    >
      <p>入力した内容はまだ保存されていません。</p>
    </AlertDialog>
  );
}
