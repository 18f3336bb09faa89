import { IconDeviceMobileOff, IconDevicesOff, IconUserX } from '@tabler/icons-react';
import type { StaffMemberDetail } from '@tanren/contract/staff-members';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { MenuButton, MenuSection } from '#ui/menu-section.tsx';
import { AccountLeftNotice } from './account-left-notice.tsx';
import { DeleteMemberDialog } from './delete-member-dialog.tsx';
import { SecureMemberDialog } from './secure-member-dialog.tsx';
import { forgetFound } from './staff-members.queries.ts';

type Step = 'none' | 'sign-out' | 'totp' | 'asking' | 'account-left';

export function MemberActions({ member }: { readonly member: StaffMemberDetail }) {
  const [step, setStep] = useState<Step>('none');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = () => {
    void navigate({ to: '/staff/members', replace: true }).then(() => {
      forgetFound(queryClient);
    });
  };
  return (
    <>
      <MenuSection heading="操作">
        {member.account === null ? null : (
          <MenuButton
            Icon={IconDevicesOff}
            label="すべての端末をログアウトする"
            onClick={() => {
              setStep('sign-out');
            }}
          />
        )}
        {member.account?.totpEnabled === true ? (
          <MenuButton
            Icon={IconDeviceMobileOff}
            label="認証アプリを解除する"
            onClick={() => {
              setStep('totp');
            }}
          />
        ) : null}
        <MenuButton
          Icon={IconUserX}
          label="会員データを削除する"
          onClick={() => {
            setStep('asking');
          }}
        />
      </MenuSection>
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
