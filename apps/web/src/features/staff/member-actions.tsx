import { honorificOf } from '@tanren/domain/members/honorifics';
import { IconDeviceMobileOff, IconDevicesOff, IconTrash, IconUserX } from '@tabler/icons-react';
import type { StaffMemberDetail } from '@tanren/contract/staff/staff-members';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { explainRejection, problemText } from '#lib/rejections.ts';
import { notifyDone } from '#lib/notifier.ts';
import { AlertDialog } from '#ui/dialogs/dialogs.tsx';
import { FormDialog, ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Note } from '#ui/layout.tsx';
import {
  deleteMemberMutation,
  clearFoundMembers,
  nameMember,
  secureMemberMutation,
  type SecureStep,
} from './staff-members.queries.ts';

type Step = 'none' | 'sign-out' | 'totp' | 'asking' | 'account-left';

export function MemberActions({ member }: { readonly member: StaffMemberDetail }) {
  const [step, setStep] = useState<Step>('none');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const holdsRole = member.account?.holdsRole === true;
  const leave = () => {
    void navigate({ to: '/staff/members', replace: true }).then(() => {
      clearFoundMembers(queryClient);
    });
  };
  return (
    <>
      <MenuSection heading="操作">
        {member.account === null ? null : (
          <MenuButton
            Icon={IconDevicesOff}
            label="すべての端末からログアウトする"
            onClick={() => {
              setStep('sign-out');
            }}
          />
        )}
        {member.account?.totpEnabled === true && !holdsRole ? (
          <MenuButton
            Icon={IconDeviceMobileOff}
            label="認証アプリを解除する"
            onClick={() => {
              setStep('totp');
            }}
          />
        ) : null}
        {holdsRole ? null : (
          <MenuButton
            Icon={IconUserX}
            label="会員データを削除する"
            onClick={() => {
              setStep('asking');
            }}
          />
        )}
      </MenuSection>
      {holdsRole ? <Note leading="loose">{problemText.role_held}</Note> : null}
      {step === 'sign-out' || step === 'totp' ? (
        <SecureMemberDialog
          member={member}
          step={step}
          onDismiss={() => {
            setStep('none');
          }}
        />
      ) : null}
      {step === 'asking' ? (
        <DeleteMemberDialog
          member={member}
          onDismiss={() => {
            setStep('none');
          }}
          onDeleted={(accountDeleted) => {
            if (!accountDeleted) {
              setStep('account-left');
              return;
            }
            notifyDone('会員データを削除しました', 'アカウントとすべてのデータを消去しました。');
            leave();
          }}
        />
      ) : null}
      {step === 'account-left' ? (
        <AccountLeftNotice member={member.member} onLeave={leave} />
      ) : null}
    </>
  );
}

interface SecureMemberDialogProps {
  readonly member: StaffMemberDetail;
  readonly step: SecureStep;
  readonly onDismiss: () => void;
}

const words = {
  'sign-out': {
    title: 'すべての端末からログアウトしますか',
    lead: 'を、ログイン中のすべての端末からログアウトします。会員にはメールでお知らせします。',
    confirm: 'ログアウトする',
    confirming: 'ログアウトしています…',
    cancel: 'ログアウトしない',
    Icon: IconDevicesOff,
    done: 'すべての端末からログアウトしました',
  },
  totp: {
    title: '認証アプリを解除しますか',
    lead: 'の認証アプリを解除し、すべての端末からログアウトします。必ず、本人であることを窓口で確認してから行ってください。会員にはメールでお知らせします。',
    confirm: '解除する',
    confirming: '解除しています…',
    cancel: '解除しない',
    Icon: IconDeviceMobileOff,
    done: '認証アプリを解除しました',
  },
} as const;

/** Secures the account of a member who has lost a phone. */
function SecureMemberDialog({ member, step, onDismiss }: SecureMemberDialogProps) {
  const { mutateAsync } = useMutation(secureMemberMutation(useQueryClient(), member.member));
  const { title, lead, done, ...answers } = words[step];
  return (
    <ReasonDialog
      title={title}
      lead={
        <p>
          「{nameMember(member)}」{honorificOf(nameMember(member))}
          {lead}
        </p>
      }
      label="理由"
      hint="操作履歴に残り、会員も読めます。"
      max={staffLimits.reason}
      count={countCharacters}
      {...answers}
      submit={async (reason) => {
        await mutateAsync({ step, reason });
        onDismiss();
        notifyDone(done, '会員にメールでお知らせしました。');
      }}
      explain={explainRejection}
      onDismiss={onDismiss}
    />
  );
}

interface DeleteMemberDialogProps {
  readonly member: StaffMemberDetail;
  readonly onDismiss: () => void;
  readonly onDeleted: (accountDeleted: boolean) => void;
}

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

/**
 * Deletes a member after staff have typed the name, so that an accidental tap cannot delete the
 * wrong person.
 */
function DeleteMemberDialog({ member, onDismiss, onDeleted }: DeleteMemberDialogProps) {
  const { mutateAsync } = useMutation(deleteMemberMutation(member.member));
  const name = nameMember(member);
  const fold = (text: string) => text.normalize('NFKC').trim();
  const { form, errors, problem, busy } = useForm({
    fields: {
      reason: reasonRules(reasonLimit),
      nickname: {
        rules: [(text: string) => fold(text) === fold(name) || '会員のニックネームと一致しません'],
      },
    },
    explain: (error) => ({ text: explainRejection(error) }),
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
      cancel="削除しない"
      Icon={IconTrash}
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
        hint={`「${name}」`}
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
      <p>
        「{nameMember(member)}」{honorificOf(nameMember(member))}
        の次のデータをすべて消去します。元に戻せません。
      </p>
      <ul>
        <li>プロフィール</li>
        <li>トレーニングの記録とランキング</li>
        <li>作成したメニューとお気に入り</li>
        <li>予約とトレーナー連携</li>
        {email === null ? null : <li>ログイン情報</li>}
      </ul>
      {email === null ? (
        <p>
          ログイン情報は、ここでは削除されません。このあと、システム管理者に削除を依頼してください。
        </p>
      ) : null}
    </>
  );
}

interface AccountLeftNoticeProps {
  readonly member: string;
  readonly onLeave: () => void;
}

/**
 * Shows that the sign-in account remains, because it is in a user pool that this app cannot change.
 */
function AccountLeftNotice({ member, onLeave }: AccountLeftNoticeProps) {
  return (
    <AlertDialog
      title="ログイン情報は別に削除してください"
      onDismiss={onLeave}
      actions={<PrimaryButton onClick={onLeave}>確認しました</PrimaryButton>}
    >
      <p>会員データを消去しました。ログイン情報は残っています。</p>
      <p>
        システム管理者に、次のIDのログイン情報の削除を依頼してください。
        <br />
        <code>{member}</code>
      </p>
    </AlertDialog>
  );
}
