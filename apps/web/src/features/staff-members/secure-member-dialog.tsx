import type { StaffMemberDetail } from '@tanren/contract/staff-members';
import { countCharacters } from '@tanren/domain/text';
import { staffLimits } from '@tanren/domain/staff-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { nameMember } from './name-member.ts';
import { secureMemberMutation, type SecureStep } from './staff-members.queries.ts';

interface SecureMemberDialogProps {
  readonly member: StaffMemberDetail;
  readonly step: SecureStep;
  readonly onDismiss: () => void;
}

const words = {
  'sign-out': {
    title: 'すべての端末をログアウトしますか',
    lead: 'さんを、ログイン中のすべての端末からログアウトします。会員にはメールでお知らせします。',
    confirm: 'ログアウトする',
    confirming: 'ログアウトしています…',
    done: 'すべての端末をログアウトしました',
  },
  totp: {
    title: '認証アプリを解除しますか',
    lead: 'さんの認証アプリを解除し、すべての端末からログアウトします。必ず、本人であることを窓口で確認してから行ってください。会員にはメールでお知らせします。',
    confirm: '解除する',
    confirming: '解除しています…',
    done: '認証アプリを解除しました',
  },
} as const;

/** For a member who has lost a phone. */
export function SecureMemberDialog({ member, step, onDismiss }: SecureMemberDialogProps) {
  const { mutateAsync } = useMutation(secureMemberMutation(useQueryClient(), member.member));
  const { title, lead, confirm, confirming, done } = words[step];
  return (
    <ReasonDialog
      title={title}
      lead={
        <p>
          「{nameMember(member)}」{lead}
        </p>
      }
      label="理由"
      hint="操作履歴に残り、会員も読めます。"
      most={staffLimits.reason}
      count={countCharacters}
      confirm={confirm}
      confirming={confirming}
      submit={async (reason) => {
        await mutateAsync({ step, reason });
        onDismiss();
        notifyDone(done, '会員にメールでお知らせしました。');
      }}
      explain={explainRefusal}
      onDismiss={onDismiss}
    />
  );
}
