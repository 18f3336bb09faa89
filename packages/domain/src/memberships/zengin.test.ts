import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#gyms/gym-time.ts';
import {
  readTransferFile,
  type TransferFile,
  type TransferItem,
  type TransferResult,
  transferResultNames,
  writeTransferFile,
} from './zengin.ts';

const digits = (length: number) =>
  fc.string({
    minLength: length,
    maxLength: length,
    unit: fc.constantFrom(...Array.from('0123456789')),
  });
const kana = (maxLength: number) =>
  fc
    .string({ maxLength, unit: fc.constantFrom(...Array.from('ｱｲｦﾝﾞﾟｶｷﾀﾅﾊﾏﾔﾜ ()-./AZ09｡ﾟ')) })
    .map((text) => text.trimEnd());

const account = {
  bankCode: digits(4),
  bankName: kana(15),
  branchCode: digits(3),
  branchName: kana(15),
  accountKind: fc.constantFrom('1', '2', '3', '9'),
  accountNumber: digits(7),
};
const day = fc.integer({ min: 0, max: 365 }).map((n) => {
  const [, month, date] = addDays('2028-01-01', n).split('-');
  return `${month ?? ''}${date ?? ''}`;
});
const results = Object.keys(transferResultNames) as TransferResult[];
const item: fc.Arbitrary<TransferItem> = fc.record({
  ...account,
  holder: kana(30),
  amount: fc.integer({ min: 0, max: 9_999_999_999 }),
  registration: fc.constantFrom('0', '1', '2'),
  customer: digits(20),
  result: fc.constantFrom(...results),
});
const anyFile: fc.Arbitrary<TransferFile> = fc.record({
  header: fc.record({
    ...account,
    consignorCode: digits(10),
    consignorName: kana(40),
    day,
  }),
  items: fc.array(item, { maxLength: 30 }),
});

const isRequest = false;
const write = (file: TransferFile) => writeTransferFile(file, { isRequest });
const newline = [0x0d, 0x0a];

test('reads back every file that it writes, with any line break', () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.constantFrom([], [0x0a], [0x0d], newline),
      fc.boolean(),
      (file, lineBreak, isMarked) => {
        const written = Array.from(write(file));
        const records = Array.from({ length: written.length / 122 }, (_, at) =>
          written.slice(at * 122, at * 122 + 120),
        );
        const sent = [
          ...records.flatMap((record) => [...record, ...lineBreak]),
          ...(isMarked ? [0x1a] : []),
        ];
        expect(readTransferFile(Uint8Array.from(sent))).toEqual(file);
      },
    ),
  );
});

test('writes records of 120 bytes with a line break', () => {
  fc.assert(
    fc.property(anyFile, fc.boolean(), (file, isRequestFile) => {
      const bytes = writeTransferFile(file, { isRequest: isRequestFile });
      expect(bytes.length).toBe((file.items.length + 3) * 122);
      for (let from = 0; from < bytes.length; from += 122) {
        expect(Array.from(bytes.subarray(from + 120, from + 122))).toEqual(newline);
        expect(bytes.subarray(from, from + 120).some((byte) => byte < 0x20)).toBe(false);
      }
    }),
  );
});

const small: TransferFile = {
  header: {
    consignorCode: '0012345678',
    consignorName: 'ﾀﾝﾚﾝ ｼﾌﾞﾔ',
    day: '1127',
    bankCode: '0005',
    bankName: 'ﾐﾂﾋﾞｼUFJ',
    branchCode: '001',
    branchName: 'ｼﾌﾞﾔ',
    accountKind: '1',
    accountNumber: '0123456',
  },
  items: [
    {
      bankCode: '0001',
      bankName: 'ﾐｽﾞﾎ',
      branchCode: '110',
      branchName: '',
      accountKind: '1',
      accountNumber: '7654321',
      holder: 'ﾔﾏﾀﾞ ﾀﾛｳ',
      amount: 8800,
      registration: '1',
      customer: '00000000000000000012',
      result: '0',
    },
    {
      bankCode: '9900',
      bankName: '',
      branchCode: '018',
      branchName: '',
      accountKind: '1',
      accountNumber: '0000042',
      holder: 'ﾀﾝﾚﾝ ﾊﾅｺ',
      amount: 6600,
      registration: '0',
      customer: '00000000000000000013',
      result: '1',
    },
  ],
};

test('has every field at the byte where banks expect it', () => {
  const text = new TextDecoder('shift_jis').decode(write(small));
  expect(text.split('\r\n').map((line) => line.trimEnd())).toEqual([
    '1910' +
      '0012345678' +
      'ﾀﾝﾚﾝ ｼﾌﾞﾔ'.padEnd(40) +
      '1127' +
      '0005' +
      'ﾐﾂﾋﾞｼUFJ'.padEnd(15) +
      '001' +
      'ｼﾌﾞﾔ'.padEnd(15) +
      '1' +
      '0123456',
    `20001${'ﾐｽﾞﾎ'.padEnd(15)}110${' '.repeat(19)}17654321${'ﾔﾏﾀﾞ ﾀﾛｳ'.padEnd(30)}0000008800100000000000000000012` +
      '0',
    `29900${' '.repeat(15)}018${' '.repeat(19)}10000042${'ﾀﾝﾚﾝ ﾊﾅｺ'.padEnd(30)}0000006600000000000000000000013` +
      '1',
    '8000002000000015400000001000000008800000001000000006600',
    '9',
    '',
  ]);
});

test('a request has no results in its trailer, so that it cannot be read as the results', () => {
  const request = { ...small, items: small.items.map((one) => ({ ...one, result: '0' as const })) };
  const bytes = writeTransferFile(request, { isRequest: true });
  expect(new TextDecoder('shift_jis').decode(bytes).split('\r\n')[3]?.trimEnd()).toBe(
    '8000002000000015400000000000000000000000000000000000000',
  );
  expect(readTransferFile(bytes)).toEqual({ errors: [{ line: 4, code: 'wrong_sum' }] });
});

const change = (line: number, from: number, text: string) => {
  const bytes = write(small);
  bytes.set(
    Array.from(text, (character) => character.charCodeAt(0)),
    (line - 1) * 122 + from,
  );
  return bytes;
};

test.each([
  ['an empty file', new Uint8Array(), 1, 'empty'],
  ['a text of another program', new TextEncoder().encode('会員番号,金額\r\n'), 1, 'wrong_length'],
  ['a cut file', write(small).slice(0, 300), 3, 'wrong_length'],
  ['a file without its last record', write(small).slice(0, 4 * 122), 3, 'wrong_order'],
  ['a file of another kind', change(1, 1, '21'), 1, 'wrong_kind'],
  ['EBCDIC coding', change(1, 3, '1'), 1, 'wrong_kind'],
  ['a control character in a name', change(2, 50, '\u0007'), 2, 'wrong_character'],
  ['a Shift_JIS character of two bytes', change(2, 50, '\u0093\u00fa'), 2, 'wrong_character'],
  ['records in another order', change(2, 0, '8'), 2, 'wrong_order'],
  ['an amount with letters', change(3, 80, ' 6600'), 3, 'not_a_number'],
  ['a result that banks do not have', change(3, 111, '7'), 3, 'unknown_result'],
  ['an amount that the trailer does not have', change(3, 88, '1'), 4, 'wrong_sum'],
  ['a count that the records do not have', change(4, 6, '3'), 4, 'wrong_sum'],
] as const)('rejects %s with the line and the reason', (_name, bytes, line, code) => {
  const read = readTransferFile(bytes);
  expect('errors' in read && read.errors).toContainEqual({ line, code });
});

test.each([
  ['a name that is too long', { holder: 'ｱ'.repeat(31) }],
  ['a name in full-width characters', { holder: 'ヤマダ タロウ' }],
  ['an amount that is too high', { amount: 10_000_000_000 }],
  ['a negative amount', { amount: -1 }],
  ['a branch without a number', { branchCode: '' }],
] as const)('does not write %s', (_name, changes) => {
  const [first] = small.items;
  if (first === undefined) throw new Error('no item');
  expect(() => write({ ...small, items: [{ ...first, ...changes }] })).toThrow(/cannot be written/);
});
