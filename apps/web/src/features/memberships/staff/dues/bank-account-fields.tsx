import {
  type AccountKind,
  accountKindNames,
  type AccountTextError,
  debitAccountLengths,
  findAccountTextError,
} from '@tanren/domain/memberships/debit-accounts';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import type { FieldSpec } from '#ui/forms/use-form.ts';

export type AccountText = keyof typeof debitAccountLengths;
type BankField = 'bankCode' | 'branchCode' | 'accountKind' | 'accountNumber';

interface BankAccount {
  readonly bankCode: string;
  readonly branchCode: string;
  readonly accountKind: AccountKind;
  readonly accountNumber: string;
}

function explain(name: AccountText, error: AccountTextError): string {
  const length = debitAccountLengths[name];
  switch (error) {
    case 'not_digits':
      return name === 'accountNumber'
        ? `${length}桁以内の数字で入力してください`
        : `${length}桁の数字で入力してください`;
    case 'not_kana':
      return 'カタカナ・英字・数字で入力してください';
    case 'too_long':
      return `半角${length}文字以内で入力してください（濁点も1文字です）`;
  }
}

/** Returns the rules of a text that goes into the bank's file. */
export function accountTextField(name: AccountText): FieldSpec {
  return {
    clean: (text) => text.trim(),
    rules: [
      (text) => {
        const error = findAccountTextError(name, text);
        return error === null || explain(name, error);
      },
    ],
  };
}

export const bankAccountFields: Readonly<Record<BankField, FieldSpec>> = {
  bankCode: accountTextField('bankCode'),
  branchCode: accountTextField('branchCode'),
  accountKind: { rules: [] },
  accountNumber: accountTextField('accountNumber'),
};

/** Returns the kind that was chosen in the form. */
export function readAccountKind(value: string): AccountKind {
  return Object.hasOwn(accountKindNames, value) ? (value as AccountKind) : 'ordinary';
}

/** Returns a name of the bank's file as people write it, in full-width kana. */
export function toReadableKana(kana: string): string {
  return kana.normalize('NFKC');
}

const kinds = Object.entries(accountKindNames).map(([id, label]) => ({ id, label }));

interface BankAccountFieldsProps {
  readonly account: BankAccount | null;
  readonly errors: Readonly<Partial<Record<BankField, string>>>;
}

/** Shows the fields for bank, branch and number of an account. */
export function BankAccountFields({ account, errors }: BankAccountFieldsProps) {
  const digits = (name: Exclude<BankField, 'accountKind'>) => ({
    name,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    defaultValue: account?.[name],
    error: errors[name],
  });
  return (
    <>
      <TextField {...digits('bankCode')} label="銀行コード" hint="4桁の数字" />
      <TextField {...digits('branchCode')} label="支店コード" hint="3桁の数字" />
      <SelectField
        name="accountKind"
        label="預金の種類"
        quiet
        defaultValue={account?.accountKind}
        choices={kinds}
        error={errors.accountKind}
      />
      <TextField {...digits('accountNumber')} label="口座番号" hint="7桁以内の数字" />
    </>
  );
}
