import { Link } from '@tanstack/react-router';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import { CodeField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { PageLinks, useIdentityForm, UsernameForManagers } from './identity-form.tsx';
import { newPasswordInput, secondFactorInput } from './identity-input.ts';
import { nextSearch, useNext } from './identity-search.ts';
import { readTypedEmail } from './identity-storage.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useFollowSignIn } from './use-follow-sign-in.ts';

export function LaterSignInStep({ step }: { readonly step: 'totp' | 'new-password' }) {
  return step === 'totp' ? <TotpStep /> : <NewPasswordStep />;
}

/** The second factor. The pool keeps the first for three minutes, a reload included. */
function TotpStep() {
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: secondFactorInput() },
    submit: async ({ code }) => {
      const { answerSignIn } = await loadSignIn();
      await followSignIn(await answerSignIn(code));
    },
    messages: {
      CodeMismatchException:
        'コードが正しくありません。認証アプリに表示されている最新のコードを入力してください。',
    },
    errorFields: { CodeMismatchException: 'code' },
  });
  return (
    <FormPage title="2段階認証" lead="認証アプリに表示されている6桁のコードを入力してください。">
      <form {...form}>
        <CodeField
          name="code"
          label="認証コード"
          hint="アプリを使えないときは、リカバリーコードも入力できます。"
          error={errors.code}
          inputMode="text"
          takesFocus
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認する</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={nextSearch(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

/** For accounts that the gym has made: the first password is only for the way in. */
function NewPasswordStep() {
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const email = readTypedEmail();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { password: newPasswordInput(() => email) },
    submit: async ({ password }) => {
      const { answerSignIn } = await loadSignIn();
      await followSignIn(await answerSignIn(password));
    },
    errorFields: { InvalidPasswordException: 'password' },
  });
  return (
    <FormPage
      title="新しいパスワードの設定"
      lead="はじめてのサインインです。ご自分のパスワードを設定してください。"
    >
      <form {...form}>
        <UsernameForManagers email={email} />
        <NewPasswordField name="password" label="新しいパスワード" error={errors.password} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>設定してサインイン</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={nextSearch(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}
