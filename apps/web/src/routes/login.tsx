import { createFileRoute, Link, useHydrated } from '@tanstack/react-router';
import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import {
  ContinueSignUp,
  PageLinks,
  useIdentityForm,
  useTypedEmail,
} from '#features/identity/identity-form.tsx';
import { cleanEmail, currentPasswordInput, emailInput } from '#features/identity/identity-input.ts';
import {
  nextSearch,
  validateIdentitySearch,
  useNext,
  useStep,
} from '#features/identity/identity-search.ts';
import { storeTypedEmail } from '#features/identity/identity-storage.ts';
import { Landing } from '#features/identity/landing.tsx';
import { useContinueSignIn } from '#features/identity/use-continue-sign-in.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import { lazyScreen } from '#lib/builds/chunks.ts';
import { loadPageData } from '#lib/builds/page-payload.ts';
import { sessionEnded } from '#lib/errors.ts';
import { hasSessionEnded, subscribeToSessionEnd } from '#lib/auth/session-end.ts';
import { EmailField, PasswordField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';

export const Route = createFileRoute('/login')({
  staticData: { access: 'not-logged-in', layout: 'simple', title: 'ログイン', parent: null },
  validateSearch: validateIdentitySearch,
  loader: () => loadPageData('/login', () => Promise.resolve(words)),
  component: LoginPage,
});

/**
 * Data of the prerendered page. This code is the fallback when the payload file cannot be loaded.
 */
const words = {
  title: 'ログイン',
  lead: '挙げるだけで、記録が残る。',
};

/**
 * Loads the second step of a sign-in when it is needed. Few sign-ins have one, so the first load
 * does not include its code.
 */
const LaterStep = lazyScreen(
  () => import('#features/identity/later-sign-in-step.tsx'),
  'LaterSignInStep',
);

function LoginPage() {
  const step = useStep();
  if (step === undefined || step === 'confirm') return <PasswordStep />;
  return (
    <Suspense>
      <LaterStep step={step} />
    </Suspense>
  );
}

function PasswordStep() {
  const { title, lead } = Route.useLoaderData();
  const continueSignIn = useContinueSignIn();
  const next = useNext();
  const emailElement = useTypedEmail();
  const ended = useSyncExternalStore(subscribeToSessionEnd, hasSessionEnded, () => false);
  // The home page is where every visitor of the address alone is sent back to.
  const wantsForm = ended || (next !== null && next !== '/');
  useEarlyMark();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: emailInput(), password: currentPasswordInput() },
    submit: async ({ email, password }) => {
      const { signInWithPassword } = await loadSignIn();
      await continueSignIn(await signInWithPassword(email, password), { email, password });
    },
  });
  return (
    <Landing
      line={lead}
      next={next}
      wantsForm={wantsForm}
      onSignIn={() => emailElement.current?.focus({ preventScroll: true })}
    >
      <FormPage title={title}>
        <SessionEndNotice ended={ended} />
        <form {...form}>
          <EmailField
            ref={emailElement}
            name="email"
            label="メールアドレス"
            error={errors.email}
            onFocus={prepareSignIn}
            onBlur={(event) => {
              storeTypedEmail(cleanEmail(event.target.value));
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
          <SubmitButton busy={busy}>ログイン</SubmitButton>
        </form>
        <PageLinks>
          <ContinueSignUp />
          <Link to="/forgot-password" search={nextSearch(next)}>
            パスワードを忘れた方
          </Link>
          {wantsForm ? (
            <Link to="/register" search={nextSearch(next)}>
              アプリをはじめて使う方
            </Link>
          ) : null}
        </PageLinks>
      </FormPage>
    </Landing>
  );
}

/** Loads the sign-in code when the visitor touches the form, because it will probably be sent. */
function prepareSignIn(): void {
  loadSignIn().catch(() => {});
}

/**
 * Removes the mark that the server has put into the prerendered page for its first paint, because
 * from now on the address decides what is shown first.
 */
function useEarlyMark(): void {
  const hydrated = useHydrated();
  useLayoutEffect(() => {
    if (hydrated) document.querySelector('meta[name="tanren-next"]')?.remove();
  }, [hydrated]);
}

/** Says why a member who was signed in sees this page. */
function SessionEndNotice({ ended }: { readonly ended: boolean }) {
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
