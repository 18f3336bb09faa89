import { Link, useNavigate } from '@tanstack/react-router';
import { requestPasswordReset } from '#lib/auth-reset.ts';
import { EmailField } from '#ui/email-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { emailInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { keepPendingCode } from './pending-code.ts';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';
import { useIdentityForm } from './use-identity-form.ts';

export function RequestResetStep() {
  const navigate = useNavigate();
  const next = useNext();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: emailInput() },
    submit: async ({ email }) => {
      keepTypedEmail(sessionStorage, email);
      await requestPasswordReset(email);
      keepPendingCode('reset-password', { email, sentAt: Date.now() });
      await navigate({ to: '/forgot-password', search: keepNext(next, 'confirm') });
    },
  });
  return (
    <FormPage
      title="パスワードの再設定"
      lead="ご登録のメールアドレスに、再設定のための確認コードをお送りします。"
    >
      <form {...form}>
        <EmailField
          name="email"
          label="メールアドレス"
          error={errors.email}
          enterKeyHint="send"
          defaultValue={readTypedEmail(sessionStorage)}
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>コードを送る</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={keepNext(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}
