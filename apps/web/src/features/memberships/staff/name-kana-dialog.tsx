import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { useQueryClient } from '@tanstack/react-query';
import { nameKanaField } from '#entities/memberships/name-kana.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { explainContractRejection } from './contract-rejections.ts';
import { sendNameKana } from './staff-memberships.queries.ts';

interface NameKanaDialogProps {
  readonly membership: StaffMembership;
  readonly onDismiss: () => void;
}

/** Writes the フリガナ of a contract, which older contracts do not have. An empty one removes it. */
export function NameKanaDialog({ membership, onDismiss }: NameKanaDialogProps) {
  const { membershipId, name, nameKana = '' } = membership;
  const queryClient = useQueryClient();
  const { form, errors, problem, busy } = useForm({
    fields: { nameKana: nameKanaField },
    explain: (error) => ({ text: explainContractRejection(error) }),
    submit: async (values) => {
      await sendNameKana(queryClient, membershipId, values.nameKana);
      onDismiss();
      notifyDone('フリガナを保存しました', '受付での検索に使えます。');
    },
  });
  return (
    <FormDialog
      title={`${addHonorific(name)}のフリガナ`}
      lead={<p>受付での検索と、名前の順に並べるために使います。会員にも表示されます。</p>}
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
        name="nameKana"
        label="フリガナ"
        hint="例：ヤマダ ハナコ"
        defaultValue={nameKana}
        error={errors.nameKana}
        autoComplete="off"
      />
    </FormDialog>
  );
}
