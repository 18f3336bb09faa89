import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { PageLinks, useIdentityForm } from '#features/identity/identity-form.tsx';
import { emailInput, mailedCodeInput } from '#features/identity/identity-input.ts';
import { validateIdentitySearch } from '#features/identity/identity-search.ts';
import { clearPendingCode, storePendingCode } from '#features/identity/identity-storage.ts';
import {
  CodeLead,
  type ConfirmStep,
  ResendCode,
  useConfirmStep,
} from '#features/identity/mailed-code.tsx';
import { confirmEmailChange, renewTokens, requestEmailChange } from '#entities/members/account.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { notifyDone } from '#lib/notifier.ts';
import { CodeField, EmailField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';

export const Route = createFileRoute('/settings/email')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メールアドレスの変更',
    parent: '/settings',
  },
  validateSearch: validateIdentitySearch,
  loader: async () => ({ email: (await readIdentity())?.email ?? '' }),
  component: ChangeEmailPage,
});

function ChangeEmailPage() {
  const { email } = Route.useLoaderData();
  const confirm = useConfirmStep('email-change');
  return confirm === null ? <NewEmailStep current={email} /> : <ConfirmEmailStep {...confirm} />;
}

function NewEmailStep({ current }: { readonly current: string }) {
  const navigate = useNavigate();
  const input = emailInput();
  const isNew = (value: string) =>
    value.toLowerCase() !== current.toLowerCase() || '現在と同じメールアドレスです';
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: { ...input, rules: [...input.rules, isNew] } },
    submit: async ({ email }) => {
      if (await requestEmailChange(email)) {
        storePendingCode('email-change', { email, sentAt: Date.now() });
        await navigate({ to: '/settings/email', search: { step: 'confirm' } });
        return;
      }
      await renewTokens();
      notifyEmailChanged(email);
      await navigate({ to: '/settings' });
    },
    errorFields: { AliasExistsException: 'email' },
  });
  return (
    <FormPage
      title="メールアドレスの変更"
      lead={
        <>
          新しいメールアドレスに、確認コードをお送りします。現在のメールアドレス：
          <br />
          <strong>{current}</strong>
        </>
      }
    >
      <form {...form}>
        <EmailField
          name="email"
          label="新しいメールアドレス"
          error={errors.email}
          autoComplete="email"
          enterKeyHint="send"
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認コードを受け取る</SubmitButton>
      </form>
    </FormPage>
  );
}

function notifyEmailChanged(email: string): void {
  notifyDone('メールアドレスを変更しました', `次回から ${email} でログインしてください。`);
}

function ConfirmEmailStep({ email, sentAt, takesFocus }: ConfirmStep) {
  const navigate = useNavigate();
  const { form, errors, problem, busy, clearField } = useIdentityForm({
    fields: { code: mailedCodeInput() },
    submit: async ({ code }) => {
      await confirmEmailChange(code);
      clearPendingCode('email-change');
      notifyEmailChanged(email);
      await navigate({ to: '/settings' });
    },
    errorFields: { CodeMismatchException: 'code', ExpiredCodeException: 'code' },
  });
  return (
    <FormPage title="メールアドレスの変更" lead={<CodeLead email={email} sent />}>
      <form {...form}>
        <CodeField name="code" label="確認コード" error={errors.code} takesFocus={takesFocus} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>変更する</SubmitButton>
      </form>
      <PageLinks>
        <ResendCode
          sentAt={sentAt}
          onSent={() => {
            clearField('code');
          }}
          send={async () => {
            // The change is requested again instead of only resending the code, so that the user
            // pool certainly sends it to the new address.
            await requestEmailChange(email);
            storePendingCode('email-change', { email, sentAt: Date.now() });
          }}
        />
        <Link to="/settings/email">別のメールアドレスにする</Link>
      </PageLinks>
    </FormPage>
  );
}
