import { type TransferFile, type TransferItem, type ZenginError, zenginErrors } from './zengin.ts';

/** Maximum length of a bank's file in bytes. It has room for 8,000 records. */
export const maxResultsBytes = 1_000_000;

/** Reasons why the results of a bank are rejected, each with a line. */
export const duesResultErrors = [
  ...zenginErrors,
  'other_consignor',
  'unknown_day',
  'unknown_customer',
  'repeated_customer',
  'other_amount',
  'missing_customer',
] as const;
export type DuesResultErrorCode = (typeof duesResultErrors)[number];
export type DuesResultError = ZenginError<DuesResultErrorCode>;

/** Transfer file that the gym has made. */
export interface MadeTransfer {
  /** Day of withdrawal as `YYYY-MM-DD`. */
  readonly onDay: string;
  /** Amount in yen by membership. */
  readonly amounts: ReadonlyMap<number, number>;
}

/** Returns the number with which a file names a membership. It never changes, as banks demand. */
export function toCustomerNumber(membershipId: number): string {
  return String(membershipId).padStart(20, '0');
}

/** Returns the day of a file: month and day, without the year. */
export function toTransferDay(onDay: string): string {
  return onDay.slice(5).replace('-', '');
}

/** Result of one membership. */
export interface DuesResult extends Pick<TransferItem, 'amount' | 'result'> {
  readonly membershipId: number;
}

/**
 * Compares the results of a bank with the file that the gym made. Every membership must be there once
 * with its amount. Returns the results, or every line that differs.
 */
export function matchResults(
  { items }: TransferFile,
  { amounts }: MadeTransfer,
): { readonly results: readonly DuesResult[]; readonly errors: readonly DuesResultError[] } {
  const errors: DuesResultError[] = [];
  const results = new Map<number, DuesResult>();
  for (const [at, { customer, amount, result }] of items.entries()) {
    const membershipId = Number(customer);
    const expected = amounts.get(membershipId);
    const reject = (code: DuesResultErrorCode) => errors.push({ line: at + 2, code });
    if (expected === undefined) reject('unknown_customer');
    else if (results.has(membershipId)) reject('repeated_customer');
    else if (expected !== amount) reject('other_amount');
    if (!results.has(membershipId)) results.set(membershipId, { membershipId, amount, result });
  }
  const isComplete = [...amounts.keys()].every((membershipId) => results.has(membershipId));
  if (!isComplete) errors.push({ line: items.length + 2, code: 'missing_customer' });
  return { results: [...results.values()], errors };
}
