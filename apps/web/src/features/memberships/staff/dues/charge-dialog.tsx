import type { DuesSums } from '@tanren/contract/memberships/staff-dues';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatYen } from '#lib/number-format.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { explainDuesRejection, formatSum } from './dues-words.ts';
import { type DuesMonthOfGym, sendCharges } from './staff-dues.queries.ts';

interface ChargeDialogProps extends DuesMonthOfGym {
  readonly uncharged: DuesSums['uncharged'];
  readonly onDismiss: () => void;
}

/** Asks before charging, because an entry of the ledger is never removed. */
export function ChargeDialog({ gymId, month, uncharged, onDismiss }: ChargeDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendCharges(queryClient, { gymId, month }),
    onSuccess: (made) => {
      onDismiss();
      notifyDone(
        made.count === 0 ? '新しい請求はありません' : '請求を作成しました',
        made.count === 0 ? '作成できる請求は、すべて作成済みです。' : formatSum(made),
      );
    },
    meta: { errorShownByForm: true },
  });
  return (
    <ConfirmDialog
      title={`${formatMonth(month)}分の請求を作成しますか`}
      keep="作成しない"
      Icon={null}
      confirm="作成する"
      confirming="作成しています…"
      busy={isPending}
      onConfirm={() => {
        if (!isPending) mutate();
      }}
      onDismiss={onDismiss}
    >
      <p>
        まだ請求していない会員契約に、プランどおりの金額を請求します。作成した請求は消せません。金額を直すときは、会員契約のページで訂正してください。
      </p>
      <FactList
        facts={[
          { name: '件数', value: `${uncharged.count}件` },
          { name: '合計（税込）', value: formatYen(uncharged.total) },
        ]}
      />
      <p>1回ごとの料金のプランは、月が終わってから請求できます。</p>
      <FormError text={error === null ? null : explainDuesRejection(error)} />
    </ConfirmDialog>
  );
}
