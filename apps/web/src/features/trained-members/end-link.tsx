import { IconChevronRight, IconLinkOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { tellRefusal } from '#lib/refusals.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { useOnce } from '#ui/use-once.ts';
import { endLink, forgetMember } from './trained-members.queries.ts';
import { useMember } from './within-link.tsx';

/** The trainer's own way out. */
export function EndLink({ onEnded }: { readonly onEnded: (memberId: number) => void }) {
  const { memberId, nickname } = useMember();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useOnce(async () => {
    try {
      await endLink(memberId);
      await navigate({ to: '/trainer', replace: true });
      // Not before: the page would say that it was the member.
      forgetMember(queryClient, memberId);
      onEnded(memberId);
      notifyDone('連携を解除しました', `${nickname}さんの担当を終了しました。`);
    } catch (error) {
      setAsks(false);
      tellRefusal('連携を解除できませんでした', error);
    }
  });
  return (
    <MenuSection heading="連携">
      <MenuButton
        Icon={IconLinkOff}
        label="連携を解除する"
        end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
        onClick={() => {
          setAsks(true);
        }}
      />
      {asks ? (
        <ConfirmDialog
          title={`${nickname}さんとの連携を解除しますか`}
          keep="終了しない"
          confirm="連携を解除する"
          confirming="終了しています…"
          busy={busy}
          onConfirm={run}
          onDismiss={() => {
            setAsks(false);
          }}
        >
          <p>すぐに、この会員の情報を見られなくなります。元に戻すことはできません。</p>
          <p>
            作ったセッションは会員の手元に残り、編集できなくなります。指定した次回の重量は解除されます。
          </p>
        </ConfirmDialog>
      ) : null}
    </MenuSection>
  );
}
