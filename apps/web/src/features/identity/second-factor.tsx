import type { ReactNode } from 'react';
import type { MfaType } from '#lib/auth/sign-in.ts';
import type { FieldSpec } from '#ui/forms/use-form.ts';
import { CodeField } from '#ui/forms/fields.tsx';
import { useIdentityForm } from './identity-form.tsx';
import { mailedCodeInput, secondFactorInput } from './identity-input.ts';

/** Sign-in steps that ask for a code, used by the page and the dialog. */
type CodeStepName = 'totp' | 'sms-code' | 'email-code' | 'custom-challenge';

interface CodeStepWords {
  readonly lead: ReactNode;
  readonly label: string;
  readonly hint?: string;
  readonly input: () => FieldSpec;
  /** Message for a wrong code at this step. */
  readonly mismatch: string;
}

const again = 'コードが届かないときは、ログインからやり直してください。';
const mismatch = 'コードが正しくありません。届いた最新のコードを入力してください。';

/** Accepts any text, for pools with a custom challenge. */
function anyInput(): FieldSpec {
  return { rules: [(value) => value !== '' || 'コードを入力してください'] };
}

/**
 * Returns the texts of a step. `destination` is the partly hidden address that the code was sent
 * to.
 */
function describeCodeStep(name: CodeStepName, destination: string): CodeStepWords {
  const to = destination === '' ? null : <strong>{destination}</strong>;
  switch (name) {
    case 'totp':
      return {
        lead: '認証アプリに表示されている6桁のコードを入力してください。',
        label: '認証コード',
        hint: 'アプリを使えないときは、リカバリーコードも入力できます。',
        input: secondFactorInput,
        mismatch:
          'コードが正しくありません。認証アプリに表示されている最新のコードを入力してください。',
      };
    case 'email-code':
      return {
        lead: (
          <>
            {to ?? 'ご登録のメールアドレス'}
            に確認コードをお送りしました。3分以内に入力してください。
          </>
        ),
        label: '確認コード',
        hint: again,
        input: mailedCodeInput,
        mismatch,
      };
    case 'sms-code':
      return {
        lead: (
          <>
            {to ?? 'ご登録の電話番号'}
            にSMSで確認コードをお送りしました。3分以内に入力してください。
          </>
        ),
        label: '確認コード',
        hint: again,
        input: mailedCodeInput,
        mismatch,
      };
    case 'custom-challenge':
      return {
        lead: 'ログインを続けるには、お手元の確認コードを入力してください。',
        label: '確認コード',
        input: anyInput,
        mismatch: 'コードが正しくありません。もう一度ご確認ください。',
      };
  }
}

export interface CodeStepInput {
  readonly name: CodeStepName;
  readonly destination: string;
}

/** Returns the form and the field of a code step, for use in a page and in a dialog. */
export function useCodeStep(
  { name, destination }: CodeStepInput,
  answer: (code: string) => Promise<void>,
) {
  const { lead, label, hint, input, mismatch: wrong } = describeCodeStep(name, destination);
  const { errors, ...form } = useIdentityForm({
    fields: { code: input() },
    submit: async ({ code }) => {
      await answer(code);
    },
    messages: { CodeMismatchException: wrong },
    errorFields: { CodeMismatchException: 'code' },
  });
  const isMailed = name === 'email-code' || name === 'sms-code';
  const field = (
    <CodeField
      name="code"
      label={label}
      {...(hint === undefined ? {} : { hint })}
      error={errors.code}
      inputMode={isMailed ? 'numeric' : 'text'}
      takesFocus
    />
  );
  return { ...form, lead, field };
}

/** Names of the second factors, among which the member chooses. */
export const mfaLabels: Readonly<Record<MfaType, string>> = {
  TOTP: '認証アプリ',
  EMAIL: 'メール認証',
  SMS: 'SMSで届くコード',
};
