import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { authErrorText } from '#lib/auth/auth-error.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import type { MfaType } from '#lib/auth/sign-in.ts';
import { CodeField, EmailField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { PageLinks, useIdentityForm, UsernameForManagers } from './identity-form.tsx';
import { appCodeInput, emailInput, newPasswordInput } from './identity-input.ts';
import { type LaterStep, nextSearch, useNext } from './identity-search.ts';
import { readSignInStep, readTypedEmail } from './identity-storage.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { type CodeStepInput, mfaLabels, useCodeStep } from './second-factor.tsx';
import { TotpKey } from './totp-key.tsx';
import { useContinueSignIn } from './use-continue-sign-in.ts';

/**
 * Shows a later step of the sign-in. The pool keeps the previous step for three minutes, even after
 * a reload.
 */
export function LaterSignInStep({ step }: { readonly step: LaterStep }) {
  switch (step) {
    case 'totp':
    case 'custom-challenge':
      return <CodeStep key={step} name={step} destination="" />;
    case 'sms-code':
    case 'email-code':
      return (
        <CodeStep key={step} name={step} destination={readSignInStep(step)?.destination ?? ''} />
      );
    case 'mfa-choice':
      return (
        <ChoiceStep
          title="2段階認証"
          lead="確認コードの受け取り方を選んでください。"
          options={readSignInStep(step)?.options ?? []}
        />
      );
    case 'mfa-set-up-choice':
      return (
        <ChoiceStep
          title="2段階認証の設定"
          lead="このアカウントでは2段階認証の設定が必要です。次回からのログインで、確認コードを受け取る方法を選んでください。"
          options={readSignInStep(step)?.options ?? []}
        />
      );
    case 'email-set-up':
      return <EmailSetUpStep />;
    case 'totp-set-up':
      return <TotpSetUpStep secret={readSignInStep(step)?.secret ?? ''} />;
    case 'new-password':
      return <NewPasswordStep />;
  }
}

function useAnswer(): (answer: string) => Promise<void> {
  const continueSignIn = useContinueSignIn();
  return async (answer) => {
    const { answerSignIn } = await loadSignIn();
    await continueSignIn(await answerSignIn(answer));
  };
}

interface StepPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

function StepPage({ title, lead, children }: StepPageProps) {
  const next = useNext();
  return (
    <FormPage title={title} lead={lead}>
      {children}
      <PageLinks>
        <Link to="/login" search={nextSearch(next)}>
          ログインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}

function CodeStep(step: CodeStepInput) {
  const { form, problem, busy, lead, field } = useCodeStep(step, useAnswer());
  return (
    <StepPage title="2段階認証" lead={lead}>
      <form {...form}>
        {field}
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認する</SubmitButton>
      </form>
    </StepPage>
  );
}

interface ChoiceStepProps {
  readonly title: string;
  readonly lead: string;
  readonly options: readonly MfaType[];
}

function ChoiceStep({ title, lead, options }: ChoiceStepProps) {
  return (
    <StepPage title={title} lead={lead}>
      {options.map((option) => (
        <Choice key={option} option={option} />
      ))}
    </StepPage>
  );
}

function Choice({ option }: { readonly option: MfaType }) {
  const answer = useAnswer();
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      await answer(option);
    },
  });
  return (
    <form {...form}>
      <FormError text={problem} />
      <SubmitButton busy={busy} variant="default">
        {mfaLabels[option]}
      </SubmitButton>
    </form>
  );
}

/** Asks for an email address, for pools that require a second factor from all members. */
function EmailSetUpStep() {
  const answer = useAnswer();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { email: emailInput() },
    submit: async ({ email }) => {
      await answer(email);
    },
  });
  return (
    <StepPage
      title="2段階認証の設定"
      lead="ログインの確認コードを受け取るメールアドレスを入力してください。"
    >
      <form {...form}>
        <EmailField
          name="email"
          label="メールアドレス"
          error={errors.email}
          autoComplete="email"
          enterKeyHint="done"
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認コードを受け取る</SubmitButton>
      </form>
    </StepPage>
  );
}

function TotpSetUpStep({ secret }: { readonly secret: string }) {
  const answer = useAnswer();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: appCodeInput() },
    submit: async ({ code }) => {
      await answer(code);
    },
    messages: { CodeMismatchException: authErrorText.EnableSoftwareTokenMFAException },
    errorFields: { EnableSoftwareTokenMFAException: 'code', CodeMismatchException: 'code' },
  });
  const account = encodeURIComponent(readTypedEmail());
  const uri = `otpauth://totp/TANREN:${account}?secret=${secret}&issuer=TANREN`;
  return (
    <StepPage
      title="2段階認証の設定"
      lead="認証アプリでQRコードを読み取り、表示された6桁のコードを入力してください。"
    >
      <TotpKey secret={secret} uri={uri} />
      <form {...form}>
        <CodeField name="code" label="認証コード" error={errors.code} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>設定してログイン</SubmitButton>
      </form>
    </StepPage>
  );
}

/**
 * Asks for a new password, for accounts made by the gym. Their first password is valid only for the
 * first sign-in.
 */
function NewPasswordStep() {
  const answer = useAnswer();
  const email = readTypedEmail();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { password: newPasswordInput(() => email) },
    submit: async ({ password }) => {
      await answer(password);
    },
    errorFields: { InvalidPasswordException: 'password' },
  });
  return (
    <StepPage
      title="新しいパスワードの設定"
      lead="はじめてのログインです。ご自身のパスワードを設定してください。"
    >
      <form {...form}>
        <UsernameForManagers email={email} />
        <NewPasswordField
          name="password"
          label="新しいパスワード"
          error={errors.password}
          email={email}
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>設定してログイン</SubmitButton>
      </form>
    </StepPage>
  );
}
