import { LeaveWarning } from '#lib/leave-warning.tsx';
import { hasDraft } from './draft-storage.ts';

interface DraftLeaveWarningProps {
  readonly active: boolean;
  readonly draftKey: string;
}

/** With a draft on this device a reload loses nothing. */
export function DraftLeaveWarning({ active, draftKey }: DraftLeaveWarningProps) {
  return (
    <LeaveWarning
      active={active}
      losesOnReload={() => !hasDraft(draftKey)}
      stay="編集を続ける"
      explain={() => (hasDraft(draftKey) ? words.kept : words.lost)}
    />
  );
}

const words = {
  kept: 'このセッションはまだ保存されていません。下書きはこの端末に残ります。',
  lost: '入力した内容はまだ保存されていません。この端末には下書きを残せないため、移動すると失われます。',
};
