import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { unlinkMutation } from './tanren-link.queries.ts';
import classes from './unlink-button.module.css';

/** A bout that has begun ends with the link, so then it asks first. */
export function UnlinkButton({ running }: { readonly running: boolean }) {
  const { mutateAsync } = useMutation(unlinkMutation(useQueryClient()));
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  async function unlink(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setAsks(false);
    // The notifier tells what went wrong.
    await mutateAsync().catch(() => {});
    isBusy.current = false;
    setBusy(false);
  }

  return (
    <div className={classes.unlink}>
      <PrimaryButton
        variant="default"
        aria-disabled={busy}
        onClick={() => {
          if (running) setAsks(true);
          else void unlink();
        }}
      >
        接続を解除する
      </PrimaryButton>
      <p className={classes.note}>ほかのページを開いても、接続はそのまま続きます。</p>
      {asks ? (
        <AlertDialog
          title="接続を解除しますか"
          onDismiss={() => {
            setAsks(false);
          }}
          actions={
            <>
              <PrimaryButton
                variant="default"
                onClick={() => {
                  setAsks(false);
                }}
              >
                トレーニングを続ける
              </PrimaryButton>
              <PrimaryButton variant="filled" onClick={() => void unlink()}>
                解除する
              </PrimaryButton>
            </>
          }
        >
          <p>今回のトレーニングはここで終わり、ここまでの記録が保存されます。</p>
        </AlertDialog>
      ) : null}
    </div>
  );
}
