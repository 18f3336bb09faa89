import { IconTrash } from '@tabler/icons-react';
import type { StaffInformation } from '@tanren/contract/staff-informations';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { tellRefusal } from '#lib/tell-refusal.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { useOnce } from '#ui/use-once.ts';
import { stateOf } from './information-words.ts';
import { refreshInformations, removeInformation } from './staff-informations.queries.ts';

export function DeleteInformation({ information }: { readonly information: StaffInformation }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useOnce(async () => {
    try {
      await removeInformation(information.id);
      await refreshInformations(queryClient);
      await navigate({ to: '/staff/informations', replace: true, ignoreBlocker: true });
      notifyDone('お知らせを削除しました', '操作履歴に記録しました。');
    } catch (error) {
      setAsks(false);
      tellRefusal('削除できませんでした', error);
    }
  });
  return (
    <>
      <PlainButton
        onClick={() => {
          setAsks(true);
        }}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
        削除する
      </PlainButton>
      {asks ? (
        <ConfirmDialog
          title="このお知らせを削除しますか"
          keep="削除しない"
          confirm="削除する"
          confirming="削除しています…"
          busy={busy}
          onConfirm={run}
          onDismiss={() => {
            setAsks(false);
          }}
        >
          <p>
            {stateOf(information) === 'published'
              ? '会員のお知らせからも消えます。元に戻すことはできません。'
              : '元に戻すことはできません。'}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
