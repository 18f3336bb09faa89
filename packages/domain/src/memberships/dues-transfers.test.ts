import { expect, test } from 'vitest';
import { matchResults, toCustomerNumber, toTransferDay } from './dues-transfers.ts';
import type { TransferFile, TransferItem } from './zengin.ts';

const transfer = {
  onDay: '2026-11-27',
  amounts: new Map([
    [12, 8800],
    [13, 6600],
  ]),
};

const account = {
  bankCode: '0001',
  bankName: '',
  branchCode: '001',
  branchName: '',
  accountKind: '1',
  accountNumber: '0000001',
  holder: 'ﾀﾝﾚﾝ',
  registration: '0',
};
const item = (
  membershipId: number,
  amount: number,
  result: TransferItem['result'] = '0',
): TransferItem => ({ ...account, customer: toCustomerNumber(membershipId), amount, result });
const match = (...items: TransferItem[]) => {
  const header: TransferFile['header'] = {
    ...account,
    consignorCode: '0000000001',
    consignorName: 'ﾀﾝﾚﾝ',
    day: '1127',
  };
  return matchResults({ header, items }, transfer);
};

test('names a membership with twenty digits, and a day without its year', () => {
  expect(toCustomerNumber(12)).toBe('00000000000000000012');
  expect(toTransferDay('2026-11-27')).toBe('1127');
});

test('reads the result of every membership, in any order', () => {
  expect(match(item(13, 6600, '1'), item(12, 8800))).toEqual({
    results: [
      { membershipId: 13, amount: 6600, result: '1' },
      { membershipId: 12, amount: 8800, result: '0' },
    ],
    errors: [],
  });
});

test.each([
  [
    'a membership of another file',
    [item(12, 8800), item(13, 6600), item(14, 100)],
    4,
    'unknown_customer',
  ],
  [
    'a membership that is there twice',
    [item(12, 8800), item(12, 8800), item(13, 6600)],
    3,
    'repeated_customer',
  ],
  ['another amount', [item(12, 8800), item(13, 6601)], 3, 'other_amount'],
  ['a membership that is missing', [item(12, 8800)], 3, 'missing_customer'],
] as const)('rejects %s with its line', (_name, items, line, code) => {
  expect(match(...items).errors).toEqual([{ line, code }]);
});
