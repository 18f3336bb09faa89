import { AlertDialog, ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import type { GymSlot } from './reservation-actions.ts';
import { formatSlot } from './reservation-words.ts';
import type { CancelQuestion, ReservationActions } from './use-reservation-actions.ts';

/** Asked only when somebody waits for the place: otherwise the toast offers to undo it. */
export function CancelDialog({ slot, waiting, confirm, dismiss }: CancelQuestion) {
  return (
    <ConfirmDialog
      title="予約をキャンセルしますか"
      keep="予約を残す"
      confirm="キャンセルする"
      onConfirm={confirm}
      onDismiss={dismiss}
    >
      <p>{formatSlot(slot)}</p>
      <p>
        この時間は{waiting}
        人がキャンセル待ちをしています。キャンセルすると、空きはすぐに次にお待ちの方へ案内され、元に戻せません。
      </p>
    </ConfirmDialog>
  );
}

interface LeaveDialogProps {
  readonly gymSlot: GymSlot;
  readonly waitId: number;
  readonly offered: boolean;
  readonly actions: ReservationActions;
  readonly onDone: () => void;
}

/** Asks first, because a member who leaves loses the position in the waiting list. */
export function LeaveDialog({ gymSlot, waitId, offered, actions, onDone }: LeaveDialogProps) {
  const leave = () => {
    void actions.leaveWaitList(gymSlot, waitId, offered);
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
      <p>{formatSlot(gymSlot)}</p>
      <p>
        {offered
          ? '空きは次にお待ちの方へ案内され、キャンセル待ちも終わります。'
          : 'もう一度登録すると、順番は最後になります。'}
      </p>
    </AlertDialog>
  );
}
