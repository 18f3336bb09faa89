import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { GymChange } from './use-gym-change.ts';

interface AffectedDialogProps {
  readonly change: GymChange;
}

const againWords = {
  gym: 'ほかのスタッフが店舗の設定を変更したため、まだ何も変更していません。もう一度ご確認ください。',
  number:
    '確認しているあいだに対象の予約の件数が変わったため、まだ何も変更していません。もう一度ご確認ください。',
} as const;

/** Members planned their day by these slots: nobody's reservation goes unasked. */
export function AffectedDialog({ change }: AffectedDialogProps) {
  const { asked, busy, dismiss, confirm } = change;
  if (asked === null) return null;
  return (
    <ConfirmDialog
      title="取り消しになる予約があります"
      keep="変更しない"
      confirm="予約を取り消して変更する"
      confirming="変更しています…"
      busy={busy}
      onConfirm={confirm}
      onDismiss={dismiss}
    >
      {asked.again === null ? null : <p role="alert">{againWords[asked.again]}</p>}
      <p>
        この変更で枠がなくなる予約が{asked.affected}
        件あります。変更すると、これらの予約は取り消されます。
      </p>
      <p>
        予約していた会員には、店舗の都合で取り消されたことを、メールと予約画面でお知らせします。取り消した予約は元に戻せません。
      </p>
    </ConfirmDialog>
  );
}
