import { toBankKana } from './half-width-kana.ts';

/** Kinds of accounts, with the digit of the banks' files. */
export const accountKinds = { ordinary: '1', current: '2', taxes: '3', other: '9' } as const;
export type AccountKind = keyof typeof accountKinds;
export const accountKindNames: Readonly<Record<AccountKind, string>> = {
  ordinary: '普通',
  current: '当座',
  taxes: '納税準備',
  other: 'その他',
};

/** Number of digits of each number, and of characters of the names in the banks' files. */
export const debitAccountLengths = {
  bankCode: 4,
  branchCode: 3,
  accountNumber: 7,
  holder: 30,
  consignorCode: 10,
  consignorName: 40,
} as const;
type AccountText = keyof typeof debitAccountLengths;

interface BankAccount {
  readonly bankCode: string;
  readonly branchCode: string;
  readonly accountKind: AccountKind;
  /** Account number with seven digits. A shorter one has zeros before it. */
  readonly accountNumber: string;
}

/** Account of a member for the direct debit. */
export interface DebitAccount extends BankAccount {
  /** Name of the account's holder in half-width kana. */
  readonly holder: string;
}

/** Account of a gym to which the bank transfers the dues. */
export interface DuesCollector extends BankAccount {
  /** Number of the gym at the bank that collects (委託者コード). */
  readonly consignorCode: string;
  /** Name of the gym there, in half-width kana. */
  readonly consignorName: string;
}

export type AccountTextError = 'not_digits' | 'not_kana' | 'too_long';

const kanaTexts: readonly AccountText[] = ['holder', 'consignorName'];

/** Returns a text of an account as the banks' files have it. Numbers keep their zeros. */
export function normalizeAccountText(name: AccountText, typed: string): string {
  if (kanaTexts.includes(name)) return toBankKana(typed) ?? typed;
  const digits = typed.normalize('NFKC').trim();
  const isShort = name === 'accountNumber' && /^\d+$/.test(digits);
  return isShort ? digits.padStart(debitAccountLengths.accountNumber, '0') : digits;
}

/** Returns why a text of an account is rejected, or `null`. */
export function findAccountTextError(name: AccountText, typed: string): AccountTextError | null {
  const text = normalizeAccountText(name, typed);
  const max = debitAccountLengths[name];
  if (kanaTexts.includes(name)) {
    if (text === '' || toBankKana(typed) === null) return 'not_kana';
    return text.length > max ? 'too_long' : null;
  }
  return text.length === max && /^\d+$/.test(text) ? null : 'not_digits';
}
