import { AffectedReservations } from '#entities/booking/reservation-list.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { DecisionPanel } from '#ui/feedback/notices.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Columns, Stack, Text } from '#ui/layout.tsx';
import classes from './staff-gyms.module.css';
import type { GymChange, GymConflict } from './use-gym-editor.ts';

interface GymConflictNoticeProps {
  readonly conflict: GymConflict | null;
  readonly busy: boolean;
  readonly loadLatest: () => void;
}

/** Shows a conflict inside the form, so that its button can submit the typed values. */
export function GymConflictNotice({ conflict, busy, loadLatest }: GymConflictNoticeProps) {
  if (conflict === null) return null;
  return (
    <DecisionPanel
      key={conflict.version}
      heading="ほかのスタッフが内容を変更しています"
      actions={
        <>
          <PrimaryButton type="submit" aria-disabled={busy}>
            この内容で保存する
          </PrimaryButton>
          <PrimaryButton type="button" variant="default" onClick={loadLatest}>
            最新の内容を読み込む
          </PrimaryButton>
        </>
      }
    >
      <p>
        編集を始めたあとに、次の内容が保存されました。入力した内容は残っています。確認して、どちらにするか選んでください。
      </p>
      <Stack as="dl" gap={12}>
        {conflict.differences.map(({ name, latest, mine }) => (
          <Columns key={name} from={768} gap={16} rowGap={4} className={classes.difference}>
            <dt>{name}</dt>
            <Side name="最新の内容" text={latest} />
            <Side name="あなたの入力" text={mine === latest ? '最新の内容を反映しました' : mine} />
          </Columns>
        ))}
      </Stack>
    </DecisionPanel>
  );
}

function Side({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Stack as="dd" top shrinks>
      <Text as="span" size={12} quiet>
        {name}
      </Text>
      <span className={classes.text}>{text === '' ? 'なし' : text}</span>
    </Stack>
  );
}

interface AffectedDialogProps {
  readonly change: GymChange;
}

const againWords = {
  gym: 'ほかのスタッフが店舗の設定を変更したため、まだ何も変更していません。もう一度ご確認ください。',
  number:
    '確認しているあいだに対象の予約の件数が変わったため、まだ何も変更していません。もう一度ご確認ください。',
} as const;

/** Asks before cancelling reservations, because members have planned their day by these slots. */
export function AffectedDialog({ change }: AffectedDialogProps) {
  const { asked, busy, dismiss, confirm } = change;
  if (asked === null) return null;
  return (
    <ConfirmDialog
      title="キャンセルになる予約があります"
      keep="変更しない"
      confirm="予約をキャンセルして変更する"
      confirming="変更しています…"
      busy={busy}
      onConfirm={confirm}
      onDismiss={dismiss}
    >
      {asked.again === null ? null : <p role="alert">{againWords[asked.again]}</p>}
      <p>
        この変更で枠がなくなる予約が{asked.affected}
        件あります。変更すると、これらの予約はキャンセルになります。
      </p>
      <AffectedReservations affected={asked.affected} slots={asked.slots} />
      <p>
        予約していた会員には、店舗の都合でキャンセルになったことを、メールと予約画面でお知らせします。キャンセルした予約は元に戻せません。
      </p>
    </ConfirmDialog>
  );
}
