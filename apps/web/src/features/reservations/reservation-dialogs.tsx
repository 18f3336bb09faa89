import { undoMs } from '@tanren/domain/reservations';
import { formatMinutes } from '#entities/gyms/gym-words.ts';
import { AlertDialog, ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import type { GymSlot } from './reservation-actions.ts';
import { formatSlot } from './reservation-words.ts';
import type { Question, ReservationActions } from './use-reservation-actions.ts';
import { Unbroken } from '#ui/unbroken.tsx';

/** Asked only where the toast could not undo it, or only for a moment. */
export function QuestionDialog({ slot, about, confirm, dismiss }: Question) {
  const answers = { onConfirm: confirm, onDismiss: dismiss };
  if (about.kind === 'cancel') {
    return (
      <ConfirmDialog
        title="予約をキャンセルしますか"
        keep="予約を残す"
        confirm="キャンセルする"
        {...answers}
      >
        <p>
          <Unbroken text={formatSlot(slot)} />
        </p>
        <p>
          この時間は{about.waiting}
          人がキャンセル待ちをしています。キャンセルすると、空きはすぐに次にお待ちの方へ案内され、元に戻せません。
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog title="この時間を予約しますか" keep="やめる" confirm="予約する" {...answers}>
      <p>
        <Unbroken text={formatSlot(slot)} />
      </p>
      <p>
        キャンセルの期限（開始の{formatMinutes(about.deadlineMinutes)}
        前）を過ぎています。予約してから{undoMs / 60_000}
        分を過ぎると、変更もキャンセルもできません。
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
      <p>
        <Unbroken text={formatSlot(gymSlot)} />
      </p>
      <p>
        {offered
          ? '空きは次にお待ちの方へ案内され、キャンセル待ちも終わります。'
          : 'もう一度登録すると、順番は最後になります。'}
      </p>
    </AlertDialog>
  );
}
