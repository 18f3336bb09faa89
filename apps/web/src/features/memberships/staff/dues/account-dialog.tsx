import { IconTrash } from '@tabler/icons-react';
import type { EndpointOutput } from '@tanren/contract/endpoint';
import type { getDebitAccount } from '@tanren/contract/memberships/debit-accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
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
import { debitAccountQuery, removeDebitAccount, sendDebitAccount } from './staff-dues.queries.ts';

interface AccountDialogProps {
  readonly membershipId: number;
  readonly onDismiss: () => void;
}

const title = '口座振替の口座';

/** Edits the bank account from which the dues of a membership are withdrawn. */
export function AccountDialog({ membershipId, onDismiss }: AccountDialogProps) {
  const query = useQuery(debitAccountQuery(membershipId));
  if (query.data === undefined) {
    return <LoadingDialog title={title} query={query} onDismiss={onDismiss} />;
  }
  const { account } = query.data;
  return <AccountForm membershipId={membershipId} account={account} onDismiss={onDismiss} />;
}

interface AccountFormProps extends AccountDialogProps {
  readonly account: EndpointOutput<typeof getDebitAccount>['account'];
}

function AccountForm({ membershipId, account, onDismiss }: AccountFormProps) {
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { form, errors, problem, busy } = useForm({
    fields: { ...bankAccountFields, holder: accountTextField('holder') },
    explain: (error) => ({ text: explainDuesRejection(error) }),
    submit: async ({ accountKind, ...texts }) => {
      const body = { ...texts, accountKind: readAccountKind(accountKind) };
      await sendDebitAccount(queryClient, membershipId, body);
      onDismiss();
      notifyDone('口座を保存しました', '次に作成する口座振替のファイルから使われます。');
    },
  });
  return (
    <>
      <FormDialog
        title={title}
        lead={
          <p>
            口座振替依頼書のとおりに入力してください。暗号化して保存され、閲覧は操作履歴に残ります。
          </p>
        }
        form={form}
        problem={problem}
        busy={busy}
        confirm="保存する"
        confirming="保存しています…"
        cancel="保存しない"
        Icon={null}
        onDismiss={onDismiss}
      >
        <BankAccountFields account={account} errors={errors} />
        <TextField
          name="holder"
          label="口座名義（カナ）"
          autoComplete="off"
          defaultValue={account === null ? undefined : toReadableKana(account.holder)}
          error={errors.holder}
          hint="例：ヤマダ ハナコ"
        />
        {account === null ? null : (
          <div>
            <PlainButton
              onClick={() => {
                setRemoving(true);
              }}
            >
              <IconTrash size={20} stroke={1.75} aria-hidden />
              口座の登録を削除する
            </PlainButton>
          </div>
        )}
      </FormDialog>
      {removing ? (
        <RemoveDialog
          membershipId={membershipId}
          onKeep={() => {
            setRemoving(false);
          }}
          onDone={onDismiss}
        />
      ) : null}
    </>
  );
}

interface RemoveDialogProps {
  readonly membershipId: number;
  readonly onKeep: () => void;
  readonly onDone: () => void;
}

function RemoveDialog({ membershipId, onKeep, onDone }: RemoveDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeDebitAccount(queryClient, membershipId),
    onSuccess: () => {
      onDone();
      notifyDone('口座の登録を削除しました', '次の口座振替のファイルには含まれません。');
    },
    meta: { errorShownByForm: true },
  });
  return (
    <ConfirmDialog
      title="口座の登録を削除しますか"
      keep="削除しない"
      Icon={IconTrash}
      confirm="削除する"
      confirming="削除しています…"
      busy={isPending}
      onConfirm={() => {
        if (!isPending) mutate();
      }}
      onDismiss={onKeep}
    >
      <p>口座振替ができなくなります。請求と入金の記録は残ります。</p>
      <FormError text={error === null ? null : explainDuesRejection(error)} />
    </ConfirmDialog>
  );
}
