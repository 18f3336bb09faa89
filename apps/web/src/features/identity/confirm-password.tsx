import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { readIdentity } from '#lib/auth/auth.ts';
import { loadSignIn } from '#lib/auth/load-sign-in.ts';
import type { MfaType, SignInStep } from '#lib/auth/sign-in.ts';
import { PasswordField } from '#ui/forms/fields.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { currentPasswordInput } from './identity-input.ts';
import { useIdentityForm, UsernameForManagers } from './identity-form.tsx';
import { type CodeStepInput, mfaLabels, useCodeStep } from './second-factor.tsx';

/** Texts of a dialog that asks for the password in addition to its own question. */
interface OuterQuestion {
  readonly overline: string;
  readonly title: string;
  readonly lead: ReactNode;
  readonly confirm: string;
  readonly confirming: string;
  readonly cancel: string;
  readonly Icon: Icon;
}

export interface ConfirmPasswordProps {
  readonly onSettled: (confirmed: boolean) => void;
  /** Absent when the password has its own dialog. */
  readonly within?: OuterQuestion;
}

interface StepProps extends ConfirmPasswordProps {
  readonly onStep: (step: SignInStep) => void;
}

/** Asks for the password, and for a code if two-factor sign-in is on, before a sensitive change. */
export function ConfirmPassword({ onSettled, ...outer }: ConfirmPasswordProps) {
  const [step, setStep] = useState<SignInStep | null>(null);
  const showStep = (next: SignInStep) => {
    if (next.name === 'done') onSettled(true);
    else setStep(next);
  };
  const props = { onSettled, onStep: showStep, ...outer };
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

/** Cancels the confirmation, because the account needs a step that only the sign-in page offers. */
function Elsewhere({ onSettled }: ConfirmPasswordProps) {
  useEffect(() => {
    onSettled(false);
  }, [onSettled]);
  return null;
}

type StepForm = Pick<ReturnType<typeof useIdentityForm>, 'form' | 'problem' | 'busy'>;

interface StepDialogProps extends StepForm, ConfirmPasswordProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

function StepDialog({ lead, onSettled, within, ...props }: StepDialogProps) {
  return (
    <FormDialog
      confirm="確認する"
      confirming="確認しています…"
      cancel="変更しない"
      Icon={null}
      {...props}
      {...(within === undefined ? {} : { ...within, alerts: true })}
      lead={
        <>
          {within?.lead}
          <p>{lead}</p>
        </>
      }
      onDismiss={() => {
        onSettled(false);
      }}
    />
  );
}

function PasswordStep({ onSettled, onStep, ...outer }: StepProps) {
  const { data: email = '' } = useQuery({
    queryKey: ['confirm-password', 'email'],
    queryFn: async () => (await readIdentity())?.email ?? '',
    gcTime: 0,
  });
  const { errors, ...form } = useIdentityForm({
    fields: { password: currentPasswordInput() },
    submit: async ({ password }) => {
      const { reauthenticate } = await loadSignIn();
      onStep(await reauthenticate(password));
    },
    messages: { NotAuthorizedException: 'パスワードが正しくありません。' },
    errorFields: { NotAuthorizedException: 'password' },
  });
  return (
    <StepDialog
      {...form}
      title="パスワードの確認"
      lead="安全のため、続けるにはパスワードをもう一度入力してください。"
      onSettled={onSettled}
      {...outer}
    >
      <UsernameForManagers email={email} />
      <PasswordField
        name="password"
        label="パスワード"
        error={errors.password}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </StepDialog>
  );
}

/** Sends a code, or the chosen way to receive one. */
async function answerWith(code: string): Promise<SignInStep> {
  const { reauthenticateWithCode } = await loadSignIn();
  return await reauthenticateWithCode(code);
}

function CodeStep({ onSettled, onStep, within, ...step }: StepProps & CodeStepInput) {
  const { field, ...form } = useCodeStep(step, async (code) => {
    onStep(await answerWith(code));
  });
  return (
    <StepDialog
      {...form}
      title="2段階認証"
      onSettled={onSettled}
      {...(within === undefined ? {} : { within })}
    >
      {field}
    </StepDialog>
  );
}

interface ChoiceStepProps extends StepProps {
  readonly options: readonly MfaType[];
}

function ChoiceStep({ onSettled, onStep, options, ...outer }: ChoiceStepProps) {
  const [chosen, setChosen] = useState(options[0] ?? 'TOTP');
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      onStep(await answerWith(chosen));
    },
  });
  return (
    <StepDialog
      form={form}
      problem={problem}
      busy={busy}
      title="2段階認証"
      lead="確認コードの受け取り方を選んでください。"
      onSettled={onSettled}
      {...outer}
    >
      <ToggleChoice
        label="受け取り方"
        choices={options.map((id) => ({ id, label: mfaLabels[id] }))}
        chosen={chosen}
        onChoose={setChosen}
      />
    </StepDialog>
  );
}
