import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';

/** A secret is seen once, and the ways to all other pages are a slip of the finger above it. */
export function SecretLeaveWarning() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      title="接続キーをマシンに入力しましたか"
      onDismiss={reset}
      actions={
        <>
          <PrimaryButton type="button" onClick={reset}>
            この画面に残る
          </PrimaryButton>
          <PrimaryButton type="button" variant="default" onClick={proceed}>
            入力したので移動する
          </PrimaryButton>
        </>
      }
    >
      <p>この画面を離れると、接続キーは二度と表示できません。</p>
    </AlertDialog>
  );
}
