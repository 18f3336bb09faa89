import type { DuesEntryKind, DuesState } from '@tanren/domain/memberships/dues-ledger';
import type { DuesResultErrorCode } from '@tanren/domain/memberships/dues-transfers';
import type { ProblemCode } from '@tanren/contract/problem';
import { ApiError } from '#lib/errors.ts';
import { formatYen } from '#lib/number-format.ts';
import { explainRejection } from '#lib/rejections.ts';

/** Formats the month `2026-11` as `2026年11月`. */
export function formatYearMonth(month: string): string {
  return `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;
}

/** Formats an amount that may be negative, such as `−¥8,800`. */
export function formatBalance(amount: number): string {
  return `${amount < 0 ? '−' : ''}${formatYen(Math.abs(amount))}`;
}

/** Formats a number of memberships with the sum of their amounts: `12件・¥105,600`. */
export function formatSum({ count, total }: { readonly count: number; readonly total: number }) {
  return `${count}件・${formatYen(total)}`;
}

/** Formats the amount of an entry. Its kind says which way the money went, except for a correction. */
export function formatEntry(kind: DuesEntryKind, amount: number): string {
  switch (kind) {
    case 'failed':
      return '—';
    case 'correction':
      return `${amount < 0 ? '−' : '+'}${formatYen(Math.abs(amount))}`;
    case 'charge':
    case 'payment':
    case 'refund':
      return formatYen(Math.abs(amount));
  }
}

const stateNames: Readonly<Record<DuesState, string>> = {
  none: '請求なし',
  uncharged: '未請求',
  open: '入金待ち',
  failed: '振替不能',
  paid: '入金済み',
};

/** Names the state of a month for staff. */
export function nameDuesState({
  state,
  overdue,
}: {
  readonly state: DuesState;
  readonly overdue: boolean;
}): string {
  return state === 'open' && overdue ? '未払い' : stateNames[state];
}

/** Texts that differ from those for everybody. */
const words: Readonly<Partial<Record<ProblemCode, string>>> = {
  too_far_ahead: '請求は、翌月分まで作成できます。',
  collector_missing: '先に「口座振替の設定」で、店舗の委託者コードと口座を登録してください。',
};

/** Explains why something about the dues was rejected. */
export function explainDuesRejection(error: unknown): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return (code === undefined ? undefined : words[code]) ?? explainRejection(error);
}

const lineErrors: Readonly<Record<DuesResultErrorCode, string>> = {
  empty: 'ファイルに何も書かれていません',
  wrong_length: '1行が120文字（120バイト）ではありません',
  wrong_character: '使えない文字が含まれています',
  wrong_order: '行の順番が正しくありません',
  wrong_kind: '口座振替のファイルではありません',
  not_a_number: '数字の欄に、数字以外の文字があります',
  unknown_result: '振替結果コードが正しくありません',
  wrong_sum: '件数または金額の合計が、明細と一致しません',
  other_consignor: '委託者コードが、この店舗のものではありません',
  unknown_day: 'この振替日のファイルは、この月に作成されていません',
  unknown_customer: '作成したファイルにない会員が含まれています',
  repeated_customer: '同じ会員が2回含まれています',
  other_amount: '金額が、作成したファイルと異なります',
  missing_customer: '作成したファイルにある会員が、結果に含まれていません',
};

export interface LineError {
  readonly line: number;
  readonly text: string;
}

/** Returns what is wrong with the lines of the bank's file, or `null` for any other rejection. */
export function readLineErrors(error: unknown): LineError[] | null {
  const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
  const errors = fields.flatMap(({ path, message }): LineError[] => {
    const line = /^\/lines\/(\d+)$/.exec(path)?.[1];
    if (line === undefined) return [];
    const text = Object.hasOwn(lineErrors, message)
      ? lineErrors[message as DuesResultErrorCode]
      : '内容が正しくありません';
    return [{ line: Number(line), text }];
  });
  return errors.length === 0 ? null : errors;
}
