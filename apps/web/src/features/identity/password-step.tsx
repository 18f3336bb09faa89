import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { loadSignIn } from '#lib/auth-parts.ts';
import { sessionEnded } from '#lib/errors.ts';
import { hasSessionEnded, subscribeToSessionEnd } from '#lib/session-end.ts';
import { EmailField } from '#ui/email-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { cleanEmail, currentPasswordInput, emailInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import type { LoginDocument } from './login-document.ts';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';

/** In place only after the app has taken over: the prerendered page is everybody's. */
function useTypedEmail() {
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = email.current;
    if (element && element.value === '') element.value = readTypedEmail(sessionStorage);
  }, []);
  return email;
}

/** Whoever touches the form will send it: what a sign-in needs is fetched meanwhile. */
function prepareSignIn(): void {
  loadSignIn().catch(() => {});
}

/** Why somebody who was signed in is here. */
function SessionEndNotice() {
  const ended = useSyncExternalStore(subscribeToSessionEnd, hasSessionEnded, () => false);
  return (
    <StatusText>
      {ended ? (
        <>
          <strong>{sessionEnded.title}</strong>
          <br />
          {sessionEnded.text}
        </>
      ) : null}
    </StatusText>
  );
}

export function PasswordStep({ words }: { readonly words: LoginDocument }) {
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const emailElement = useTypedEmail();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: emailInput(), password: currentPasswordInput() },
    submit: async ({ email, password }) => {
      const { signInWithPassword } = await loadSignIn();
      await followSignIn(await signInWithPassword(email, password), { email, password });
    },
  });
  return (
    <FormPage title={words.title} lead={words.lead}>
      <SessionEndNotice />
      <form {...form}>
        <EmailField
          ref={emailElement}
          name="email"
          label="メールアドレス"
          error={errors.email}
          onFocus={prepareSignIn}
          onBlur={(event) => {
            keepTypedEmail(sessionStorage, cleanEmail(event.target.value));
          }}
        />
        <PasswordField
          name="password"
          label="パスワード"
          error={errors.password}
          onFocus={prepareSignIn}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>サインイン</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/forgot-password" search={keepNext(next)}>
          パスワードを忘れた方
        </Link>
        <Link to="/register" search={keepNext(next)}>
          新規会員登録
        </Link>
      </PageLinks>
    </FormPage>
  );
}
