import { Link, useNavigate } from '@tanstack/react-router';
import { loadSignIn, loadSignUp } from '#lib/auth-parts.ts';
import { notifyDone } from '#lib/notifier.ts';
import { CodeField } from '#ui/code-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { CodeLead } from './code-lead.tsx';
import { mailedCodeInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { takePassword } from './kept-password.ts';
import { forgetPendingCode, keepPendingCode } from './pending-code.ts';
import { ResendCode } from './resend-code.tsx';
import { keepTypedEmail } from './typed-email.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';

interface ConfirmSignUpStepProps {
  readonly email: string;
  readonly sentAt: number | null;
  readonly takesFocus: boolean;
}

export function ConfirmSignUpStep({ email, sentAt, takesFocus }: ConfirmSignUpStepProps) {
  const enterAfterwards = useEnterConfirmed(email);
  const next = useNext();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput() },
    submit: async ({ code }) => {
      const { confirmAccount } = await loadSignUp();
      await confirmAccount(email, code);
      await enterAfterwards();
    },
    words: {
      // Cognito's answer when somebody else, or the same member elsewhere, has confirmed it before.
      NotAuthorizedException: 'このメールアドレスは確認済みです。サインインしてください。',
    },
    blames: { CodeMismatchException: 'code', ExpiredCodeException: 'code' },
  });
  return (
    <FormPage title="確認コードの入力" lead={<CodeLead email={email} sent={sentAt !== null} />}>
      <form {...form}>
        <CodeField name="code" label="確認コード" error={errors.code} takesFocus={takesFocus} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認する</SubmitButton>
      </form>
      <PageLinks>
        <ResendCode
          sentAt={sentAt}
          onSent={() => {
            clearField('code');
          }}
          send={async () => {
            const { resendAccountCode } = await loadSignUp();
            await resendAccountCode(email);
            keepPendingCode('sign-up', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/register" search={keepNext(next)} onClick={giveUp}>
          メールアドレスを変更する
        </Link>
        <Link to="/login" search={keepNext(next)} onClick={giveUp}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/** Whoever wants another address, or another account, is not led back here. */
function giveUp(): void {
  forgetPendingCode('sign-up');
}

/** Straight in while the password is still known; after a reload it has to be typed once more. */
function useEnterConfirmed(email: string) {
  const navigate = useNavigate();
  const followSignIn = useFollowSignIn();
  const next = useNext();
  return async () => {
    forgetPendingCode('sign-up');
    const password = takePassword(email);
    if (password !== null) {
      const { signInWithPassword } = await loadSignIn();
      await followSignIn(await signInWithPassword(email, password), { email, password });
      return;
    }
    keepTypedEmail(sessionStorage, email);
    notifyDone('登録が完了しました', 'パスワードを入力してサインインしてください。');
    await navigate({ to: '/login', search: keepNext(next) });
  };
}
