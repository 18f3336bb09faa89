import { IconTrash } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { tellRefusal } from '#lib/refusals.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { useOnce } from '#ui/use-once.ts';
import { removeTrainedSession } from './trained-sessions.queries.ts';
import { useMember } from './within-link.tsx';

export function DeleteTrainedSession({ session }: { readonly session: TrainingSessionSummary }) {
  const { memberId, nickname } = useMember();
  const { trainingSessionId, title } = session;
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useOnce(async () => {
    try {
      await removeTrainedSession(queryClient, memberId, trainingSessionId);
      notifyDone('セッションを削除しました', `「${title}」を削除しました。`);
    } catch (error) {
      setAsks(false);
      tellRefusal('削除できませんでした', error);
    }
  });
  return (
    <>
      <PlainButton
        aria-label={`「${title}」を削除する`}
        onClick={() => {
          setAsks(true);
        }}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </PlainButton>
      {asks ? (
        <ConfirmDialog
          title="このセッションを削除しますか"
          keep="削除しない"
          confirm="削除する"
          confirming="削除しています…"
          busy={busy}
          onConfirm={run}
          onDismiss={() => {
            setAsks(false);
          }}
        >
          <p>「{title}」を削除します。元に戻すことはできません。</p>
          <p>{nickname}さんの画面からも消えます。トレーニングの記録は残ります。</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
