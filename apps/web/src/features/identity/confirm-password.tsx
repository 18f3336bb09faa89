import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import type { MfaType, SignInStep } from '#lib/auth/sign-in.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { CodeField, PasswordField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { currentPasswordInput } from './identity-input.ts';
import { useIdentityForm, UsernameForManagers } from './identity-form.tsx';
import { type CodeStepName, describeCodeStep, mfaLabels } from './second-factor.tsx';

export interface ConfirmPasswordProps {
  readonly onSettled: (confirmed: boolean) => void;
}

interface StepProps extends ConfirmPasswordProps {
  readonly onStep: (step: SignInStep) => void;
}

/** Asks for the password, and for the code where one is used, before a sensitive change. */
export function ConfirmPassword({ onSettled }: ConfirmPasswordProps) {
  const [step, setStep] = useState<SignInStep | null>(null);
  const follow = (next: SignInStep) => {
    if (next.name === 'done') onSettled(true);
    else setStep(next);
  };
  const props = { onSettled, onStep: follow };
  switch (step?.name) {
    case undefined:
      return <PasswordStep {...props} />;
    case 'totp':
      return <CodeStep {...props} name="totp" destination="" />;
    case 'sms-code':
    case 'email-code':
      return <CodeStep key={step.name} {...props} {...step} />;
    case 'mfa-choice':
      return <ChoiceStep {...props} options={step.options} />;
    default:
      return <Elsewhere onSettled={onSettled} />;
  }
}

/** Something has to be set up first, which the log-in page leads to. */
function Elsewhere({ onSettled }: ConfirmPasswordProps) {
  useEffect(() => {
    onSettled(false);
  }, [onSettled]);
  return null;
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

interface CodeStepProps extends StepProps {
  readonly name: CodeStepName;
  readonly destination: string;
}

function CodeStep({ onSettled, onStep, name, destination }: CodeStepProps) {
  const { lead, label, hint, input, mismatch } = describeCodeStep(name, destination);
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: input() },
    submit: async ({ code }) => {
      const { reauthenticateWithCode } = await loadSignIn();
      onStep(await reauthenticateWithCode(code));
    },
    messages: { CodeMismatchException: mismatch },
    errorFields: { CodeMismatchException: 'code' },
  });
  return (
    <FormDialog
      title="2段階認証"
      lead={<p>{lead}</p>}
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
        label={label}
        {...(hint === undefined ? {} : { hint })}
        error={errors.code}
        inputMode={name === 'totp' ? 'text' : 'numeric'}
        takesFocus
      />
    </FormDialog>
  );
}

interface ChoiceStepProps extends StepProps {
  readonly options: readonly MfaType[];
}

function ChoiceStep({ onSettled, onStep, options }: ChoiceStepProps) {
  const [chosen, setChosen] = useState(options[0] ?? 'TOTP');
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      const { reauthenticateWithCode } = await loadSignIn();
      onStep(await reauthenticateWithCode(chosen));
    },
  });
  return (
    <FormDialog
      title="2段階認証"
      lead={<p>確認コードの受け取り方を選んでください。</p>}
      form={form}
      problem={problem}
      busy={busy}
      {...buttons}
      onDismiss={() => {
        onSettled(false);
      }}
    >
      <ToggleChoice
        label="受け取り方"
        choices={options.map((id) => ({ id, label: mfaLabels[id] }))}
        chosen={chosen}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}
