import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { useOnce } from '#ui/use-once.ts';
import { endConnectionMutation } from './trainer-link.queries.ts';

/** Ends the link at once; it asks first, for only a new code brings it back. */
export function EndLink({ nickname }: { readonly nickname: string }) {
  const { mutateAsync } = useMutation(endConnectionMutation(useQueryClient()));
  const [asks, setAsks] = useState(false);
  const { busy, run } = useOnce(async () => {
    try {
      await mutateAsync();
      notifyDone('連携を解除しました', `${nickname}さんは、あなたの情報を見られません。`);
    } catch {
      // The notifier tells what went wrong.
      setAsks(false);
    }
  });
  const dismiss = () => {
    if (!busy) setAsks(false);
  };
  return (
    <>
      <PlainButton
        onClick={() => {
          setAsks(true);
        }}
      >
        連携を解除する
      </PlainButton>
      {asks ? (
        <AlertDialog
          title={`${nickname}さんとの連携を解除しますか`}
          onDismiss={dismiss}
          actions={
            <>
              <PrimaryButton variant="default" aria-disabled={busy} onClick={dismiss}>
                解除しない
              </PrimaryButton>
              <PrimaryButton variant="filled" aria-disabled={busy} onClick={run}>
                {busy ? '解除しています…' : '解除する'}
              </PrimaryButton>
            </>
          }
        >
          <p>
            トレーナーは、すぐにあなたの情報を見られなくなります。元に戻すには、新しい連携コードが必要です。
          </p>
          <p>
            作ってもらったセッションは残ります。トレーナーが選んだ次回の重さは、通常の目安に戻ります。
          </p>
        </AlertDialog>
      ) : null}
    </>
  );
}
