import { AlertDialog } from '#ui/alert-dialog.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import type { SlotPlace } from './reservation-acts.ts';
import { formatSlot } from './slot-words.ts';
import type { ReservationActs } from './use-reservation-acts.ts';

interface LeaveDialogProps {
  readonly place: SlotPlace;
  readonly waitId: number;
  readonly offered: boolean;
  readonly acts: ReservationActs;
  readonly onDone: () => void;
}

/** Asked first, because nobody can give the place in the line back. */
export function LeaveDialog({ place, waitId, offered, acts, onDone }: LeaveDialogProps) {
  const leave = () => {
    void acts.leave(place, waitId, offered);
    onDone();
  };
  return (
    <AlertDialog
      title={offered ? 'この空きを見送りますか' : 'キャンセル待ちをやめますか'}
      onDismiss={onDone}
      actions={
        <>
          <PrimaryButton variant="default" onClick={onDone}>
            {offered ? '見送らない' : '待ち続ける'}
          </PrimaryButton>
          <PrimaryButton variant="filled" onClick={leave}>
            {offered ? '見送る' : 'やめる'}
          </PrimaryButton>
        </>
      }
    >
      <p>{formatSlot(place)}</p>
      <p>
        {offered
          ? '空きは次にお待ちの方へ案内され、キャンセル待ちも終わります。'
          : 'もう一度登録すると、順番は最後になります。'}
      </p>
    </AlertDialog>
  );
}
