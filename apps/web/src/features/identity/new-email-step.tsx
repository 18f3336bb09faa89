import { useNavigate } from '@tanstack/react-router';
import { renewTokens, requestEmailChange } from '#lib/auth-account.ts';
import { EmailField } from '#ui/email-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { BackToSettings } from './back-to-settings.tsx';
import { emailInput } from './identity-input.ts';
import { keepPendingCode } from './pending-code.ts';
import { tellEmailChanged } from './tell-email-changed.ts';
import { useIdentityForm } from './use-identity-form.ts';

export function NewEmailStep({ current }: { readonly current: string }) {
  const navigate = useNavigate();
  const input = emailInput();
  const isNew = (value: string) =>
    value.toLowerCase() !== current.toLowerCase() || '現在と同じメールアドレスです';
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: { ...input, rules: [...input.rules, isNew] } },
    submit: async ({ email }) => {
      if (await requestEmailChange(email)) {
        keepPendingCode('email-change', { email, sentAt: Date.now() });
        await navigate({ to: '/settings/email', search: { step: 'confirm' } });
        return;
      }
      await renewTokens();
      tellEmailChanged(email);
      await navigate({ to: '/settings' });
    },
    blames: { AliasExistsException: 'email' },
  });
  return (
    <FormPage
      title="メールアドレスの変更"
      back={<BackToSettings />}
      lead={
        <>
          現在のメールアドレスは <strong>{current}</strong>{' '}
          です。新しいメールアドレスに確認コードをお送りします。
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
        <SubmitButton busy={busy}>コードを送る</SubmitButton>
      </form>
    </FormPage>
  );
}
