import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatSlot } from './slot-words.ts';
import type { AskedCancel } from './use-reservation-acts.ts';

/** Asked only when somebody waits for the place: otherwise the toast takes it back. */
export function CancelDialog({ asked }: { readonly asked: AskedCancel | null }) {
  if (asked === null) return null;
  const { slot, waiting, decide } = asked;
  return (
    <ConfirmDialog
      title="予約をキャンセルしますか"
      keep="予約を残す"
      confirm="キャンセルする"
      onConfirm={() => {
        decide(true);
      }}
      onDismiss={() => {
        decide(false);
      }}
    >
      <p>{formatSlot(slot)}</p>
      <p>
        この時間は{waiting}
        人がキャンセル待ちをしています。キャンセルすると、空きはすぐに次にお待ちの方へ案内され、元に戻せません。
      </p>
    </ConfirmDialog>
  );
}
