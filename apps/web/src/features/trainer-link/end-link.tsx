import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { PlainButton } from '#ui/buttons.tsx';
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
        <ConfirmDialog
          title={`${nickname}さんとの連携を解除しますか`}
          keep="解除しない"
          confirm="解除する"
          confirming="解除しています…"
          busy={busy}
          onConfirm={run}
          onDismiss={() => {
            setAsks(false);
          }}
        >
          <p>
            トレーナーは、すぐにあなたの情報を見られなくなります。元に戻すには、新しい連携コードが必要です。
          </p>
          <p>
            作ってもらったセッションは残ります。トレーナーが選んだ次回の重さは、通常の目安に戻ります。
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
