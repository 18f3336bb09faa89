import { IconCopy } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { refreshSessions } from '#lib/training-sessions.ts';
import { MenuButton } from '#ui/menu-section.tsx';
import { copySession } from './copy-session.ts';
import { tellRefusal } from '#lib/tell-refusal.ts';
import { useOnce } from '#ui/use-once.ts';

export function CopyRow({ session }: { readonly session: TrainingSession }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Kept until it has worked: whoever taps again after a lost answer does not get two.
  const draftId = useRef<string>(undefined);
  const { busy, run } = useOnce(async () => {
    draftId.current ??= crypto.randomUUID();
    try {
      const { trainingSessionId } = await copySession(session, draftId.current);
      draftId.current = undefined;
      void refreshSessions(queryClient);
      await navigate({
        to: '/training-sessions/$trainingSessionId',
        params: { trainingSessionId },
      });
      notifyDone('マイセッションにコピーしました', '非公開なので、自由に編集できます。');
    } catch (error) {
      tellRefusal('コピーできませんでした', error);
    }
  });
  return (
    <MenuButton
      Icon={IconCopy}
      label={busy ? 'コピーしています…' : 'コピーして自分用にする'}
      busy={busy}
      onClick={run}
    />
  );
}
