import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import {
  PageLinks,
  useIdentityForm,
  UsernameForManagers,
  useTypedEmail,
} from '#features/identity/identity-form.tsx';
import {
  emailInput,
  mailedCodeInput,
  newPasswordInput,
} from '#features/identity/identity-input.ts';
import { nextSearch, validateIdentitySearch, useNext } from '#features/identity/identity-search.ts';
import {
  clearPendingCode,
  storePendingCode,
  storeTypedEmail,
} from '#features/identity/identity-storage.ts';
import {
  CodeLead,
  type ConfirmStep,
  ResendCode,
  useConfirmStep,
} from '#features/identity/mailed-code.tsx';
import { NewPasswordField } from '#features/identity/new-password-field.tsx';
import { useContinueSignIn } from '#features/identity/use-continue-sign-in.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { CodeField, EmailField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';

export const Route = createFileRoute('/forgot-password')({
  staticData: {
    access: 'not-logged-in',
    layout: 'simple',
    title: 'パスワードの再設定',
    parent: null,
  },
  validateSearch: validateIdentitySearch,
  component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
  const confirm = useConfirmStep('reset-password');
  return confirm === null ? <RequestResetStep /> : <ConfirmResetStep {...confirm} />;
}

function RequestResetStep() {
  const navigate = useNavigate();
  const next = useNext();
  const emailElement = useTypedEmail();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: emailInput() },
    submit: async ({ email }) => {
      storeTypedEmail(email);
      const { requestPasswordReset } = await loadSignIn();
      await requestPasswordReset(email);
      storePendingCode('reset-password', { email, sentAt: Date.now() });
      await navigate({ to: '/forgot-password', search: nextSearch(next, 'confirm') });
    },
  });
  return (
    <FormPage
      title="パスワードの再設定"
      lead="ご登録のメールアドレスに、再設定のための確認コードをお送りします。"
    >
      <form {...form}>
        <EmailField
          ref={emailElement}
          name="email"
          label="メールアドレス"
          error={errors.email}
          enterKeyHint="send"
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認コードを受け取る</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={nextSearch(next)}>
          ログインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

function ConfirmResetStep({ email, sentAt, takesFocus }: ConfirmStep) {
  const enterAfterwards = useEnterReset(email);
  const next = useNext();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput(), password: newPasswordInput(() => email) },
    submit: async ({ code, password }) => {
      const { confirmPasswordReset } = await loadSignIn();
      await confirmPasswordReset(email, code, password);
      await enterAfterwards(password);
    },
    messages: {
      // An unknown address has no code. It gets the text of a wrong code.
      UserNotFoundException:
        'コードが正しくありません。最後に届いたメールのコードを入力してください。',
    },
    errorFields: {
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
        <NewPasswordField
          name="password"
          label="新しいパスワード"
          error={errors.password}
          email={email}
        />
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
            const { requestPasswordReset } = await loadSignIn();
            await requestPasswordReset(email);
            storePendingCode('reset-password', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/forgot-password" search={nextSearch(next)}>
          メールアドレスを変更する
        </Link>
        <Link to="/login" search={nextSearch(next)}>
          ログインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/**
 * Signs in with the new password, which is already saved. If the sign-in fails, it goes to the
 * sign-in page.
 */
function useEnterReset(email: string) {
  const navigate = useNavigate();
  const continueSignIn = useContinueSignIn();
  const next = useNext();
  return async (password: string) => {
    clearPendingCode('reset-password');
    storeTypedEmail(email);
    notifyDone('パスワードを再設定しました', '次回から新しいパスワードをご利用ください。');
    try {
      const { signInWithPassword } = await loadSignIn();
      await continueSignIn(await signInWithPassword(email, password), { email, password });
    } catch (error) {
      notifyError(error);
      await navigate({ to: '/login', search: nextSearch(next) });
    }
  };
}
