import {
  type Guardian,
  type MembershipRequest,
  sendGuardianMail,
} from '@tanren/contract/memberships/memberships';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Note } from '#ui/layout.tsx';
import { guardianFields, toGuardian } from './guardian-fields.ts';
import { GuardianInputs } from './guardian-inputs.tsx';
import { useMembershipCall } from './memberships.queries.ts';

interface GuardianStateProps {
  readonly request: MembershipRequest;
  readonly guardian: Guardian;
}

/** Shows whether the guardian has agreed, and sends the mail again. */
export function GuardianState({ request, guardian }: GuardianStateProps) {
  const [isResending, setIsResending] = useState(false);
  const close = () => {
    setIsResending(false);
  };
  return (
    <>
      <Note>{describeGuardian(guardian)}</Note>
      {guardian.state === 'agreed' ? null : (
        <PlainButton
          onClick={() => {
            setIsResending(true);
          }}
        >
          保護者にもう一度送る
        </PlainButton>
      )}
      {isResending ? <ResendDialog request={request} guardian={guardian} onClose={close} /> : null}
    </>
  );
}

function describeGuardian({ email, state }: Guardian): string {
  switch (state) {
    case 'agreed':
      return '保護者の同意済み';
    case 'waiting':
      return `保護者の同意待ち（${email}にメールをお送りしました。リンクは7日間使えます）`;
    case 'expired':
      return '保護者の同意待ち（リンクの期限が切れました。もう一度お送りください）';
  }
}

const fields = guardianFields(() => true);

function ResendDialog({
  request: { requestId },
  guardian,
  onClose,
}: GuardianStateProps & { readonly onClose: () => void }) {
  const { mutateAsync } = useMembershipCall((body: ReturnType<typeof toGuardian>) =>
    callApi(sendGuardianMail, { params: { requestId }, body }),
  );
  const { form, errors, problem, busy } = useForm({
    fields,
    submit: async (values) => {
      await mutateAsync(toGuardian(values));
      onClose();
      notifyDone('保護者にメールをお送りします', '前のリンクは使えなくなりました。');
    },
    explain: (error) => ({ text: explainRejection(error) }),
  });
  return (
    <FormDialog
      title="保護者にもう一度送りますか"
      lead={<p>新しいリンクをお送りします。前にお送りしたリンクは使えなくなります。</p>}
      form={form}
      problem={problem}
      busy={busy}
      confirm="もう一度送る"
      confirming="送信しています…"
      cancel="送らない"
      Icon={null}
      onDismiss={onClose}
    >
      <GuardianInputs initial={guardian} errors={errors} />
    </FormDialog>
  );
}
