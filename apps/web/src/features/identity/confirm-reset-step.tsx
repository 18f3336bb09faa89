import { Link, useNavigate } from '@tanstack/react-router';
import { loadSignIn } from '#lib/auth-parts.ts';
import { confirmPasswordReset, requestPasswordReset } from '#lib/auth-reset.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { CodeField } from '#ui/code-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { CodeLead } from './code-lead.tsx';
import { mailedCodeInput, newPasswordInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { forgetPendingCode, keepPendingCode } from './pending-code.ts';
import { ResendCode } from './resend-code.tsx';
import { keepTypedEmail } from './typed-email.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';
import { UsernameForManagers } from './username-for-managers.tsx';

interface ConfirmResetStepProps {
  readonly email: string;
  readonly sentAt: number | null;
  readonly takesFocus: boolean;
}

export function ConfirmResetStep({ email, sentAt, takesFocus }: ConfirmResetStepProps) {
  const enterAfterwards = useEnterReset(email);
  const next = useNext();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput(), password: newPasswordInput(() => email) },
    submit: async ({ code, password }) => {
      await confirmPasswordReset(email, code, password);
      await enterAfterwards(password);
    },
    words: {
      // An unknown address has no code: the same words as for a wrong one.
      UserNotFoundException: 'コードが正しくありません。もう一度ご確認ください。',
    },
    blames: {
      CodeMismatchException: 'code',
      ExpiredCodeException: 'code',
      InvalidPasswordException: 'password',
    },
  });
  return (
    <FormPage
      title="新しいパスワードの設定"
      lead={<CodeLead email={email} sent={sentAt !== null} />}
    >
      <form {...form}>
        <UsernameForManagers email={email} />
        <CodeField
          name="code"
          label="確認コード"
          error={errors.code}
          enterKeyHint="next"
          takesFocus={takesFocus}
        />
        <NewPasswordField name="password" label="新しいパスワード" error={errors.password} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>再設定する</SubmitButton>
      </form>
      <PageLinks>
        <ResendCode
          sentAt={sentAt}
          onSent={() => {
            clearField('code');
          }}
          send={async () => {
            await requestPasswordReset(email);
            keepPendingCode('reset-password', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/forgot-password" search={keepNext(next)}>
          メールアドレスを変更する
        </Link>
        <Link to="/login" search={keepNext(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/** The new password is set whatever happens now: a sign-in that fails leads to the sign-in page. */
function useEnterReset(email: string) {
  const navigate = useNavigate();
  const followSignIn = useFollowSignIn();
  const next = useNext();
  return async (password: string) => {
    forgetPendingCode('reset-password');
    keepTypedEmail(sessionStorage, email);
    notifyDone('パスワードを再設定しました', '次回から新しいパスワードをご利用ください。');
    try {
      const { signInWithPassword } = await loadSignIn();
      await followSignIn(await signInWithPassword(email, password), { email, password });
    } catch (error) {
      notifyError(error);
      await navigate({ to: '/login', search: keepNext(next) });
    }
  };
}
