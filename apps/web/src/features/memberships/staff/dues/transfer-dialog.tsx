import { addDays, isGymDay, toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { ApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { serverNow } from '#lib/server-time.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { SwitchField } from '#ui/forms/choice-fields.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { explainDuesRejection, formatSum } from './dues-words.ts';
import { type DuesMonthOfGym, saveTransferFile } from './staff-dues.queries.ts';

interface TransferDialogProps extends DuesMonthOfGym {
  readonly onDismiss: () => void;
}

/** Latest day of withdrawal, in days from today. A later one is probably a typing error. */
const maxDaysAhead = 92;

/** Makes the file with which the bank withdraws the open amounts. */
export function TransferDialog({ gymId, month, onDismiss }: TransferDialogProps) {
  const queryClient = useQueryClient();
  const today = toGymDay(new Date(serverNow()));
  const last = addDays(today, maxDaysAhead);
  /** Whether an earlier file still waits for its results. */
  const [isPending, setPending] = useState(false);
  const [replaces, setReplaces] = useState(false);
  const { form, errors, problem, busy } = useForm({
    fields: {
      onDay: {
        clean: (text: string) => text.trim(),
        rules: [
          (text: string) => isGymDay(text) || '振替日を入力してください',
          (text: string) =>
            (text >= today && text <= last) || '今日から3か月以内の日付を入力してください',
        ],
      },
    },
    explain: (error) => {
      const code = error instanceof ApiError ? error.problem?.code : undefined;
      if (code === 'transfer_pending') setPending(true);
      return { text: explainDuesRejection(error) };
    },
    submit: async ({ onDay }) => {
      const made = await saveTransferFile(
        queryClient,
        { gymId, month },
        { onDay, ...(replaces ? { replace: true } : {}) },
      );
      onDismiss();
      const rest =
        made.withoutAccount === 0 ? '' : `口座未登録の${made.withoutAccount}件は含まれていません。`;
      notifyDone('口座振替のファイルを保存しました', `${formatSum(made)}。${rest}`);
    },
  });
  return (
    <FormDialog
      title={`${formatMonth(month)}分の口座振替`}
      lead={
        <p>
          入金待ちの金額を口座から引き落とすためのファイル（全銀形式・120バイト）を作成します。銀行または収納代行会社にお渡しください。
        </p>
      }
      form={form}
      problem={problem}
      busy={busy}
      confirm="ファイルを作成する"
      confirming="作成しています…"
      cancel="作成しない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <TextField
        name="onDay"
        type="date"
        label="振替日"
        min={today}
        max={last}
        error={errors.onDay}
        hint="同じ振替日で作り直すと、同じ金額のファイルになります。"
      />
      {isPending ? (
        <SwitchField
          on={replaces}
          text="銀行に渡していないファイルだけを破棄してください。"
          onChange={setReplaces}
        >
          前のファイルを破棄して作成する
        </SwitchField>
      ) : null}
    </FormDialog>
  );
}
