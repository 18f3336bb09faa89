import { IconTrash } from '@tabler/icons-react';
import { deleteTrainingSession, type TrainingSession } from '@tanren/contract/training-sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { useIsRunning } from '#lib/session-run.ts';
import { refreshSessions } from '#lib/training-sessions.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { MenuButton } from '#ui/menu-section.tsx';
import { forgetSession } from './known-sessions.ts';
import { tellRefusal } from '#lib/tell-refusal.ts';
import { useOnce } from '#ui/use-once.ts';

async function deleteSession(trainingSessionId: number): Promise<void> {
  try {
    await callApi(deleteTrainingSession, { params: { trainingSessionId } });
  } catch (error) {
    // Gone already, perhaps by the try whose answer was lost.
    if (!isApiError(error, 404)) throw error;
  }
}

export function DeleteRow({ session }: { readonly session: TrainingSession }) {
  const { trainingSessionId, title, byTrainer } = session;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const isRunning = useIsRunning(trainingSessionId);
  const { busy, run } = useOnce(async () => {
    try {
      await deleteSession(trainingSessionId);
      forgetSession(queryClient, trainingSessionId);
      await navigate({ to: byTrainer ? '/my-trainer' : '/my-training-sessions', replace: true });
      // Not before: this page would find its session missing.
      void refreshSessions(queryClient);
      notifyDone('セッションを削除しました', `「${title}」を削除しました。`);
    } catch (error) {
      setAsks(false);
      tellRefusal('削除できませんでした', error);
    }
  });
  return (
    <>
      <MenuButton
        Icon={IconTrash}
        label="削除する"
        onClick={() => {
          setAsks(true);
        }}
      />
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
          <p>{describeLoss(session)}トレーニングの記録は残ります。</p>
          {isRunning ? (
            <p>
              今トレーニング中です。削除しても、今のトレーニングは始めたときの内容のまま最後まで続けられます。
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function describeLoss({ byTrainer, visibility }: TrainingSession): string {
  if (byTrainer) return 'トレーナーの画面からも消えます。';
  return visibility === 'public' ? 'ほかの会員のお気に入りからも消えます。' : '';
}
