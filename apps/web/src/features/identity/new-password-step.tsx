import { Link } from '@tanstack/react-router';
import { loadSignIn } from '#lib/auth-parts.ts';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { newPasswordInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { readTypedEmail } from './typed-email.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';
import { UsernameForManagers } from './username-for-managers.tsx';

/** For accounts that the gym has made: the first password is only for the way in. */
export function NewPasswordStep() {
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const email = readTypedEmail(sessionStorage);
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { password: newPasswordInput(() => email) },
    submit: async ({ password }) => {
      const { answerSignIn } = await loadSignIn();
      await followSignIn(await answerSignIn(password));
    },
    blames: { InvalidPasswordException: 'password' },
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
        <Link to="/login" search={keepNext(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}
