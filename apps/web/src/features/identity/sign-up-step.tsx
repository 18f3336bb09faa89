import { Link, useNavigate } from '@tanstack/react-router';
import { loadSignIn, loadSignUp } from '#lib/auth-parts.ts';
import { EmailField } from '#ui/email-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { emailInput, newPasswordInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { keepPassword } from './kept-password.ts';
import { LegalNote } from './legal-note.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { keepPendingCode } from './pending-code.ts';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';

export function SignUpStep() {
  const navigate = useNavigate();
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: {
      email: emailInput(),
      password: newPasswordInput(({ email }) => email),
    },
    submit: async ({ email, password }) => {
      keepTypedEmail(sessionStorage, email);
      const { registerAccount } = await loadSignUp();
      if (await registerAccount(email, password)) {
        keepPassword(email, password);
        keepPendingCode('sign-up', { email, sentAt: Date.now() });
        await navigate({ to: '/register', search: keepNext(next, 'confirm') });
        return;
      }
      const { signInWithPassword } = await loadSignIn();
      await followSignIn(await signInWithPassword(email, password), { email, password });
    },
    blames: { UsernameExistsException: 'email', InvalidPasswordException: 'password' },
  });
  return (
    <FormPage
      title="新規会員登録"
      lead="メールアドレスとパスワードを決めてください。確認コードをメールでお送りします。"
    >
      <form {...form}>
        <EmailField
          name="email"
          label="メールアドレス"
          error={errors.email}
          defaultValue={readTypedEmail(sessionStorage)}
        />
        <NewPasswordField name="password" label="パスワード" error={errors.password} />
        <FormError text={problem} />
        <LegalNote />
        <SubmitButton busy={busy}>登録する</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={keepNext(next)}>
          登録済みの方はサインイン
        </Link>
      </PageLinks>
    </FormPage>
  );
}
