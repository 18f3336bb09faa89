import { IconShare2 } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { notifyDone } from '#lib/notifier.ts';
import { MenuButton } from '#ui/menu-section.tsx';
import { shareSession } from './share-session.ts';
import { useOnce } from '#ui/use-once.ts';
import classes from './session-actions.module.css';

/** A link to a private one would lead nobody anywhere, so the row says what to do first. */
export function ShareRow({ session }: { readonly session: TrainingSession }) {
  const { run } = useOnce(() => shareSession(session));
  if (session.visibility === 'public') {
    return <MenuButton Icon={IconShare2} label="共有する" onClick={run} />;
  }
  return (
    <MenuButton
      Icon={IconShare2}
      label="共有する"
      busy
      end={<span className={classes.note}>公開すると共有できます</span>}
      onClick={() => {
        notifyDone('公開すると共有できます', '編集画面で公開範囲を「公開」に変更してください。');
      }}
    />
  );
}
