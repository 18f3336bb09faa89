import type { EndpointOutput } from '@tanren/contract/endpoint';
import type { getDuesCollector } from '@tanren/contract/memberships/debit-accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyDone } from '#lib/notifier.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import {
  accountTextField,
  BankAccountFields,
  bankAccountFields,
  readAccountKind,
  toReadableKana,
} from './bank-account-fields.tsx';
import { explainDuesRejection } from './dues-words.ts';
import { LoadingDialog } from './loading-dialog.tsx';
import { collectorQuery, sendCollector } from './staff-dues.queries.ts';

interface CollectorDialogProps {
  readonly gymId: number;
  readonly onDismiss: () => void;
}

const title = '口座振替の設定';

/** Edits the gym's own number and account at the bank that collects. */
export function CollectorDialog({ gymId, onDismiss }: CollectorDialogProps) {
  const query = useQuery(collectorQuery(gymId));
  if (query.data === undefined) {
    return <LoadingDialog title={title} query={query} onDismiss={onDismiss} />;
  }
  return <CollectorForm gymId={gymId} collector={query.data.collector} onDismiss={onDismiss} />;
}

interface CollectorFormProps extends CollectorDialogProps {
  readonly collector: EndpointOutput<typeof getDuesCollector>['collector'];
}

function CollectorForm({ gymId, collector, onDismiss }: CollectorFormProps) {
  const queryClient = useQueryClient();
  const { form, errors, problem, busy } = useForm({
    fields: {
      consignorCode: accountTextField('consignorCode'),
      consignorName: accountTextField('consignorName'),
      ...bankAccountFields,
    },
    explain: (error) => ({ text: explainDuesRejection(error) }),
    submit: async ({ accountKind, ...texts }) => {
      const body = { ...texts, accountKind: readAccountKind(accountKind) };
      await sendCollector(queryClient, gymId, body);
      onDismiss();
      notifyDone('口座振替の設定を保存しました', '次に作成するファイルから使われます。');
    },
  });
  return (
    <FormDialog
      title={title}
      lead={<p>銀行または収納代行会社との契約書のとおりに入力してください。</p>}
      form={form}
      problem={problem}
      busy={busy}
      confirm="保存する"
      confirming="保存しています…"
      cancel="保存しない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <TextField
        name="consignorCode"
        label="委託者コード"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={collector?.consignorCode}
        error={errors.consignorCode}
        hint="10桁の数字"
      />
      <TextField
        name="consignorName"
        label="委託者名（カナ）"
        autoComplete="off"
        defaultValue={collector === null ? undefined : toReadableKana(collector.consignorName)}
        error={errors.consignorName}
        hint="例：タンレンジム"
      />
      <BankAccountFields account={collector} errors={errors} />
    </FormDialog>
  );
}
