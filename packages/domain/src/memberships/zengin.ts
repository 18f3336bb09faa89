/**
 * Files with which a bank withdraws dues (全銀協制定フォーマット, 口座振替): records of 120 bytes in
 * the single bytes of JIS X 0201. The bank sends the same file back with a result in each record.
 */

/** Results of the bank, by the digit of the file. */
export const transferResultNames = {
  '0': '振替済',
  '1': '資金不足',
  '2': '預金取引なし',
  '3': '預金者の都合による振替停止',
  '4': '預金口座振替依頼書なし',
  '8': '委託者の都合による振替停止',
  '9': 'その他',
} as const;
export type TransferResult = keyof typeof transferResultNames;

/** Reasons why a file is rejected, each with the line where it was found. */
export const zenginErrors = [
  'empty',
  'wrong_length',
  'wrong_character',
  'wrong_order',
  'wrong_kind',
  'not_a_number',
  'unknown_result',
  'wrong_sum',
] as const;
export type ZenginErrorCode = (typeof zenginErrors)[number];

export interface ZenginError<Code extends string = ZenginErrorCode> {
  /** Number of the record. The first one is 1. */
  readonly line: number;
  readonly code: Code;
}

interface FieldRule {
  readonly width: number;
  /** Numbers have zeros before them, texts have spaces after them. A blank is not read. */
  readonly as: 'number' | 'text' | 'blank';
}
const n = (width: number): FieldRule => ({ width, as: 'number' });
const c = (width: number): FieldRule => ({ width, as: 'text' });
const blank = (width: number): FieldRule => ({ width, as: 'blank' });

/** Fields of each record in their order. The widths of a record sum up to 120. */
const layouts = {
  header: {
    record: n(1),
    kind: n(2),
    coding: n(1),
    consignorCode: n(10),
    consignorName: c(40),
    /** Day of withdrawal as `MMDD`. */
    day: n(4),
    bankCode: n(4),
    bankName: c(15),
    branchCode: n(3),
    branchName: c(15),
    accountKind: n(1),
    accountNumber: n(7),
    rest: blank(17),
  },
  data: {
    record: n(1),
    bankCode: n(4),
    bankName: c(15),
    branchCode: n(3),
    branchName: c(15),
    gap: blank(4),
    accountKind: n(1),
    accountNumber: n(7),
    holder: c(30),
    amount: n(10),
    /** 1: first withdrawal from this account. 2: the account has changed. 0: neither. */
    registration: n(1),
    /** Number of the customer. The bank returns it as it is. */
    customer: n(20),
    result: n(1),
    rest: blank(8),
  },
  trailer: {
    record: n(1),
    count: n(6),
    total: n(12),
    paidCount: n(6),
    paidTotal: n(12),
    failedCount: n(6),
    failedTotal: n(12),
    rest: blank(65),
  },
  end: { record: n(1), rest: blank(119) },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldRule>>>>;
type Layouts = typeof layouts;
type RecordName = keyof Layouts;
type FieldsOf<R extends RecordName> = Readonly<
  Record<Exclude<keyof Layouts[R], 'record' | 'rest' | 'gap'>, string>
>;

const recordDigits: Readonly<Record<RecordName, string>> = {
  header: '1',
  data: '2',
  trailer: '8',
  end: '9',
};
const recordLength = 120;
/** 口座振替, written in JIS. */
const fileKind = { kind: '91', coding: '0' };

export type TransferHeader = Omit<FieldsOf<'header'>, 'kind' | 'coding'>;

export interface TransferItem extends Omit<FieldsOf<'data'>, 'amount' | 'result'> {
  /** Amount in yen. */
  readonly amount: number;
  readonly result: TransferResult;
}

export interface TransferFile {
  readonly header: TransferHeader;
  readonly items: readonly TransferItem[];
}

/** Sums of the trailer record. A request has no results yet, so nothing is paid and nothing failed. */
function sumUp(items: readonly TransferItem[], isRequest: boolean): FieldsOf<'trailer'> {
  const sumOf = (some: readonly TransferItem[]) =>
    String(some.reduce((sum, { amount }) => sum + amount, 0));
  const paid = isRequest ? [] : items.filter(({ result }) => result === '0');
  const failed = isRequest ? [] : items.filter(({ result }) => result !== '0');
  return {
    count: String(items.length),
    total: sumOf(items),
    paidCount: String(paid.length),
    paidTotal: sumOf(paid),
    failedCount: String(failed.length),
    failedTotal: sumOf(failed),
  };
}

/**
 * Writes a file. Throws if a value does not fit into its field, because a cut name or number would
 * reach another account.
 */
export function writeTransferFile(
  { header, items }: TransferFile,
  { isRequest }: { readonly isRequest: boolean },
): Uint8Array {
  const records = [
    writeRecord('header', { ...fileKind, ...header }),
    ...items.map((item) => writeRecord('data', { ...item, amount: String(item.amount) })),
    writeRecord('trailer', sumUp(items, isRequest)),
    writeRecord('end', {}),
  ];
  return encode(records.map((record) => `${record}\r\n`).join(''));
}

function writeRecord<R extends RecordName>(name: R, values: FieldsOf<R>): string {
  const given: Readonly<Record<string, string>> = { ...values, record: recordDigits[name] };
  return Object.entries<FieldRule>(layouts[name])
    .map(([field, { width, as }]) => {
      const value = as === 'blank' ? '' : (given[field] ?? '');
      const fits = value.length <= width && (as !== 'number' || /^\d+$/.test(value));
      if (!fits) throw new Error(`the field ${field} of the ${name} record cannot be written`);
      return as === 'number' ? value.padStart(width, '0') : value.padEnd(width, ' ');
    })
    .join('');
}

/** Difference between the code point of a half-width kana and its byte. */
const kanaOffset = 0xff61 - 0xa1;

function encode(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const byte = code < 0x80 ? code : code - kanaOffset;
    if (byte < 0x80 ? code >= 0x80 : byte < 0xa1 || byte > 0xdf) {
      throw new Error('a character cannot be written in half-width');
    }
    return byte;
  });
}

/** Ends a file of some banks. */
const endMark = '\u001A';
const controls = ['\r', '\n', endMark];

/** Returns the text of the bytes. A byte that is no character of the files becomes U+FFFD. */
function decode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    if (byte >= 0xa1 && byte <= 0xdf) return String.fromCharCode(byte + kanaOffset);
    const character = String.fromCharCode(byte);
    const isPlain = (byte >= 0x20 && byte < 0x7f) || controls.includes(character);
    return isPlain ? character : '\uFFFD';
  }).join('');
}

/** Splits a file into records, with or without line breaks. */
function splitRecords(text: string): string[] {
  const [whole = ''] = text.split(endMark);
  if (/[\r\n]/.test(whole)) return whole.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
  return whole.match(/.{1,120}/g) ?? [];
}

/** Reads the results of a bank, or returns what is wrong with the file. */
export function readTransferFile(
  bytes: Uint8Array,
): TransferFile | { readonly errors: readonly ZenginError[] } {
  const lines = splitRecords(decode(bytes));
  if (lines.length === 0) return { errors: [{ line: 1, code: 'empty' }] };
  const errors = findLineErrors(lines);
  if (errors.length > 0) return { errors };
  const [headerLine = '', ...rest] = lines;
  const { kind, coding, ...header } = readRecord('header', headerLine);
  if (kind !== fileKind.kind || coding !== fileKind.coding) {
    return { errors: [{ line: 1, code: 'wrong_kind' }] };
  }
  const items = rest.slice(0, -2).map((line) => readItem(line));
  const unknown = items.flatMap(({ result }, at): ZenginError[] =>
    Object.hasOwn(transferResultNames, result) ? [] : [{ line: at + 2, code: 'unknown_result' }],
  );
  if (unknown.length > 0) return { errors: unknown };
  const file = { header, items: items as readonly TransferItem[] };
  const trailer = readRecord('trailer', rest.at(-2) ?? '');
  const sums = sumUp(file.items, false);
  const isSum = (field: keyof typeof sums) => Number(trailer[field]) === Number(sums[field]);
  if ((Object.keys(sums) as (keyof typeof sums)[]).every(isSum)) return file;
  return { errors: [{ line: lines.length - 1, code: 'wrong_sum' }] };
}

/** Checks the length, the characters, the order and the numbers of all records. */
function findLineErrors(lines: readonly string[]): ZenginError[] {
  return lines.flatMap((text, at): ZenginError[] => {
    const line = at + 1;
    if (text.length !== recordLength) return [{ line, code: 'wrong_length' }];
    if (text.includes('\uFFFD')) return [{ line, code: 'wrong_character' }];
    const name = findRecordName(at, lines.length);
    if (!text.startsWith(recordDigits[name])) return [{ line, code: 'wrong_order' }];
    const isNumber = cutFields(name, text).every(
      ({ as, value }) => as !== 'number' || /^\d+$/.test(value),
    );
    return isNumber ? [] : [{ line, code: 'not_a_number' }];
  });
}

function findRecordName(at: number, count: number): RecordName {
  if (at === 0) return 'header';
  if (at === count - 1) return 'end';
  return at === count - 2 ? 'trailer' : 'data';
}

function cutFields(name: RecordName, text: string) {
  let from = 0;
  return Object.entries<FieldRule>(layouts[name]).map(([field, { width, as }]) => {
    const value = text.slice(from, from + width);
    from += width;
    return { field, as, value };
  });
}

function readRecord<R extends RecordName>(name: R, text: string): FieldsOf<R> {
  const fields = cutFields(name, text)
    .filter(({ field, as }) => field !== 'record' && as !== 'blank')
    .map(({ field, as, value }) => [field, as === 'text' ? value.trimEnd() : value]);
  return Object.fromEntries(fields) as FieldsOf<R>;
}

function readItem(text: string): Omit<TransferItem, 'result'> & { readonly result: string } {
  const { amount, ...item } = readRecord('data', text);
  return { ...item, amount: Number(amount) };
}
