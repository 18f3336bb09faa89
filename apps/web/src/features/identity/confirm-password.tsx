import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import type { SignInStep } from '#lib/auth/sign-in.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { CodeField, PasswordField } from '#ui/forms/fields.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { currentPasswordInput, secondFactorInput } from './identity-input.ts';
import { useIdentityForm, UsernameForManagers } from './identity-form.tsx';

export interface ConfirmPasswordProps {
  readonly onSettled: (confirmed: boolean) => void;
}

interface StepProps extends ConfirmPasswordProps {
  readonly onStep: (step: SignInStep) => void;
}

/** Asks for the password, and for the code where one is used, before a sensitive change. */
export function ConfirmPassword({ onSettled }: ConfirmPasswordProps) {
  const [step, setStep] = useState<'password' | 'totp'>('password');
  const follow = (next: SignInStep) => {
    if (next === 'done') onSettled(true);
    else if (next === 'totp') setStep('totp');
    // The password has to be changed first, which the sign-in page leads to.
    else onSettled(false);
  };
  const props = { onSettled, onStep: follow };
  return step === 'password' ? <PasswordStep {...props} /> : <CodeStep {...props} />;
}

const buttons = { confirm: '確認する', confirming: '確認しています…' };

function PasswordStep({ onSettled, onStep }: StepProps) {
  const { data: email = '' } = useQuery({
    queryKey: ['confirm-password', 'email'],
    queryFn: async () => (await readIdentity())?.email ?? '',
    gcTime: 0,
  });
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { password: currentPasswordInput() },
    submit: async ({ password }) => {
      const { reauthenticate } = await loadSignIn();
      onStep(await reauthenticate(password));
    },
    messages: { NotAuthorizedException: 'パスワードが正しくありません。' },
    errorFields: { NotAuthorizedException: 'password' },
  });
  return (
    <FormDialog
      title="パスワードの確認"
      lead={<p>安全のため、続けるにはパスワードをもう一度入力してください。</p>}
      form={form}
      problem={problem}
      busy={busy}
      {...buttons}
      onDismiss={() => {
        onSettled(false);
      }}
    >
      <UsernameForManagers email={email} />
      <PasswordField
        name="password"
        label="パスワード"
        error={errors.password}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </FormDialog>
  );
}

function CodeStep({ onSettled, onStep }: StepProps) {
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: secondFactorInput() },
    submit: async ({ code }) => {
      const { reauthenticateWithCode } = await loadSignIn();
      onStep(await reauthenticateWithCode(code));
    },
    errorFields: { CodeMismatchException: 'code' },
  });
  return (
    <FormDialog
      title="2段階認証"
      lead={<p>認証アプリに表示されている6桁のコードを入力してください。</p>}
      form={form}
      problem={problem}
      busy={busy}
      {...buttons}
      onDismiss={() => {
        onSettled(false);
      }}
    >
      <CodeField
        name="code"
        label="認証コード"
        hint="アプリを使えないときは、リカバリーコードも入力できます。"
        error={errors.code}
        inputMode="text"
        takesFocus
      />
    </FormDialog>
  );
}
