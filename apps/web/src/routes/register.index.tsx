import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import {
  ContinueSignUp,
  PageLinks,
  useIdentityForm,
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
  cachePassword,
  storePendingCode,
  storeTypedEmail,
  takePassword,
} from '#features/identity/identity-storage.ts';
import classes from '#features/identity/identity.module.css';
import {
  CodeLead,
  type ConfirmStep,
  ResendCode,
  useConfirmStep,
} from '#features/identity/mailed-code.tsx';
import { NewPasswordField } from '#features/identity/new-password-field.tsx';
import { RegistrationProgress } from '#features/identity/registration-progress.tsx';
import { useContinueSignIn } from '#features/identity/use-continue-sign-in.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import { notifyDone } from '#lib/notifier.ts';
import { CodeField, EmailField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { Note } from '#ui/layout.tsx';

export const Route = createFileRoute('/register/')({
  staticData: {
    access: 'not-logged-in',
    layout: 'simple',
    title: 'アプリの新規登録',
    parent: null,
  },
  validateSearch: validateIdentitySearch,
  component: RegisterPage,
});

function RegisterPage() {
  const confirm = useConfirmStep('sign-up');
  return confirm === null ? <SignUpStep /> : <ConfirmSignUpStep {...confirm} />;
}

function SignUpStep() {
  const navigate = useNavigate();
  const continueSignIn = useContinueSignIn();
  const next = useNext();
  const emailElement = useTypedEmail();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: {
      email: emailInput(),
      password: newPasswordInput(({ email }) => email),
    },
    submit: async ({ email, password }) => {
      storeTypedEmail(email);
      const { registerAccount } = await loadSignIn();
      if (await registerAccount(email, password)) {
        cachePassword(email, password);
        storePendingCode('sign-up', { email, sentAt: Date.now() });
        await navigate({ to: '/register', search: nextSearch(next, 'confirm') });
        return;
      }
      const { signInWithPassword } = await loadSignIn();
      await continueSignIn(await signInWithPassword(email, password), { email, password });
    },
    errorFields: { UsernameExistsException: 'email', InvalidPasswordException: 'password' },
  });
  return (
    <FormPage
      above={<RegistrationProgress at="account" />}
      title="アプリの新規登録"
      lead="確認コードをメールでお送りします。"
    >
      <form {...form}>
        <EmailField ref={emailElement} name="email" label="メールアドレス" error={errors.email} />
        <NewPasswordField
          name="password"
          label="パスワード"
          error={errors.password}
          emailField="email"
        />
        <FormError text={problem} />
        <LegalNote />
        <SubmitButton busy={busy}>登録する</SubmitButton>
      </form>
      <PageLinks>
        <ContinueSignUp />
        <Link to="/login" search={nextSearch(next)}>
          登録済みの方はログイン
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/** Links to the legal texts in another tab, so that typed content is not lost. */
function LegalNote() {
  return (
    <Note className={classes.note}>
      <Link to="/terms" target="_blank">
        利用規約
      </Link>
      と
      <Link to="/privacy-policy" target="_blank">
        プライバシーポリシー
      </Link>
      をご確認のうえ、ご登録ください。
    </Note>
  );
}

function ConfirmSignUpStep({ email, sentAt, takesFocus }: ConfirmStep) {
  const enterAfterwards = useEnterConfirmed(email);
  const next = useNext();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput() },
    submit: async ({ code }) => {
      const { confirmAccount } = await loadSignIn();
      await confirmAccount(email, code);
      await enterAfterwards();
    },
    messages: {
      // Cognito answers this when the address was already confirmed, by the same member elsewhere
      // or by another person.
      NotAuthorizedException: 'このメールアドレスは確認済みです。ログインしてください。',
    },
    errorFields: { CodeMismatchException: 'code', ExpiredCodeException: 'code' },
  });
  return (
    <FormPage
      above={<RegistrationProgress at="code" />}
      title="確認コードの入力"
      lead={<CodeLead email={email} sent={sentAt !== null} />}
    >
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
            const { resendAccountCode } = await loadSignIn();
            await resendAccountCode(email);
            storePendingCode('sign-up', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/register" search={nextSearch(next)} onClick={giveUp}>
          メールアドレスを変更する
        </Link>
        <Link to="/login" search={nextSearch(next)} onClick={giveUp}>
          ログインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/** Stops offering the code page, because the member wants another address or account. */
function giveUp(): void {
  clearPendingCode('sign-up');
}

/** Signs in while the password is still known. After a reload the member has to type it again. */
function useEnterConfirmed(email: string) {
  const navigate = useNavigate();
  const continueSignIn = useContinueSignIn();
  const next = useNext();
  return async () => {
    clearPendingCode('sign-up');
    const password = takePassword(email);
    if (password !== null) {
      const { signInWithPassword } = await loadSignIn();
      await continueSignIn(await signInWithPassword(email, password), { email, password });
      return;
    }
    storeTypedEmail(email);
    notifyDone('登録が完了しました', 'パスワードを入力してログインしてください。');
    await navigate({ to: '/login', search: nextSearch(next) });
  };
}
