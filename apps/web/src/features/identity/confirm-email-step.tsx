import { Link, useNavigate } from '@tanstack/react-router';
import { confirmEmailChange, requestEmailChange } from '#lib/auth-account.ts';
import { CodeField } from '#ui/code-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { BackToSettings } from './back-to-settings.tsx';
import { CodeLead } from './code-lead.tsx';
import { mailedCodeInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { forgetPendingCode, keepPendingCode } from './pending-code.ts';
import { ResendCode } from './resend-code.tsx';
import { tellEmailChanged } from './tell-email-changed.ts';
import { useIdentityForm } from './use-identity-form.ts';

interface ConfirmEmailStepProps {
  readonly email: string;
  readonly sentAt: number | null;
  readonly takesFocus: boolean;
}

export function ConfirmEmailStep({ email, sentAt, takesFocus }: ConfirmEmailStepProps) {
  const navigate = useNavigate();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput() },
    submit: async ({ code }) => {
      await confirmEmailChange(code);
      forgetPendingCode('email-change');
      tellEmailChanged(email);
      await navigate({ to: '/settings' });
    },
    blames: { CodeMismatchException: 'code', ExpiredCodeException: 'code' },
  });
  return (
    <FormPage
      title="メールアドレスの変更"
      back={<BackToSettings />}
      lead={<CodeLead email={email} sent />}
    >
      <form {...form}>
        <CodeField name="code" label="確認コード" error={errors.code} takesFocus={takesFocus} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>変更する</SubmitButton>
      </form>
      <PageLinks>
        <ResendCode
          sentAt={sentAt}
          onSent={() => {
            clearField('code');
          }}
          send={async () => {
            // Asked for anew, not only sent again: the pool then surely writes to the new address.
            await requestEmailChange(email);
            keepPendingCode('email-change', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/settings/email">別のメールアドレスにする</Link>
      </PageLinks>
    </FormPage>
  );
}
