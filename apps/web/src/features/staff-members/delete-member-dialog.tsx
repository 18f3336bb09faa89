import type { StaffMemberDetail } from '@tanren/contract/staff-members';
import { countCharacters } from '@tanren/domain/text';
import { staffLimits } from '@tanren/domain/staff-texts';
import { useMutation } from '@tanstack/react-query';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField, reasonRules } from '#ui/reason-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { nameMember } from './name-member.ts';
import { deleteMemberMutation } from './staff-members.queries.ts';

interface DeleteMemberDialogProps {
  readonly member: StaffMemberDetail;
  readonly onDismiss: () => void;
  readonly onDeleted: (accountDeleted: boolean) => void;
}

const reasonLimit = { most: staffLimits.reason, count: countCharacters };

/** Typed, so that nobody erases the person below by a slip of the thumb. */
export function DeleteMemberDialog({ member, onDismiss, onDeleted }: DeleteMemberDialogProps) {
  const { mutateAsync } = useMutation(deleteMemberMutation(member.member));
  const name = nameMember(member);
  const fold = (text: string) => text.normalize('NFKC').trim();
  const { form, errors, problem, busy } = useForm({
    fields: {
      reason: reasonRules(reasonLimit),
      nickname: {
        rules: [
          (text: string) => fold(text) === fold(name) || '会員のニックネームと一致しません。',
        ],
      },
    },
    explain: (error) => ({ text: explainRefusal(error) }),
    submit: async ({ reason }) => {
      onDeleted((await mutateAsync(reason)).accountDeleted);
    },
  });
  return (
    <FormDialog
      title="会員データを削除しますか"
      lead={<WhatGoes member={member} />}
      form={form}
      problem={problem}
      busy={busy}
      confirm="すべて削除する"
      confirming="削除しています…"
      onDismiss={onDismiss}
    >
      <ReasonField
        name="reason"
        label="理由"
        hint="操作履歴に残ります。お名前などは書かないでください。"
        error={errors.reason}
        {...reasonLimit}
      />
      <TextField
        name="nickname"
        label="確認のため、会員のニックネームを入力してください"
        error={errors.nickname}
        hint={errors.nickname === undefined ? `「${name}」` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}

function WhatGoes({ member }: Pick<DeleteMemberDialogProps, 'member'>) {
  const { email } = member;
  return (
    <>
      <p>「{nameMember(member)}」さんの次のデータをすべて消去します。元に戻せません。</p>
      <ul>
        <li>プロフィール</li>
        <li>トレーニングの記録とランキング</li>
        <li>作成したセッションとお気に入り</li>
        <li>予約とトレーナー連携</li>
        {email === null ? null : <li>サインイン用のアカウント</li>}
      </ul>
      {email === null ? (
        <p>
          サインイン用のアカウントが Amazon Cognito
          にある場合は、ここでは削除されません。このあと、ユーザープールで削除してください。
        </p>
      ) : null}
    </>
  );
}
