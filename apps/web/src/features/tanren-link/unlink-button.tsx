import { useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { useUnlink } from './use-unlink.ts';
import classes from './unlink-button.module.css';

interface UnlinkButtonProps {
  /** A bout that has begun ends with the link. */
  readonly asksFirst: boolean;
}

export function UnlinkButton({ asksFirst }: UnlinkButtonProps) {
  const { unlink, busy } = useUnlink();
  const [asks, setAsks] = useState(false);

  return (
    <div className={classes.unlink}>
      <PrimaryButton
        variant="default"
        aria-disabled={busy}
        onClick={() => {
          if (asksFirst) setAsks(true);
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
              <PrimaryButton
                variant="filled"
                onClick={() => {
                  setAsks(false);
                  void unlink();
                }}
              >
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
