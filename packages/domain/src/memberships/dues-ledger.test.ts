import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeDuesMonth,
  type DuesEntry,
  duesEntryKinds,
  isHandAmount,
  isOverdue,
  maxDuesAmount,
  sumEntries,
  toLedgerAmount,
} from './dues-ledger.ts';

const charge = { kind: 'charge', amount: 8800 } as const;
const payment = { kind: 'payment', amount: -8800 } as const;
const failed = { kind: 'failed', amount: 0 } as const;

test.each([
  ['nothing owed', [], 0, { charged: 0, paid: 0, balance: 0, state: 'none' }],
  ['not charged yet', [], 8800, { charged: 0, paid: 0, balance: 0, state: 'uncharged' }],
  ['charged', [charge], 8800, { charged: 8800, paid: 0, balance: 8800, state: 'open' }],
  ['paid', [charge, payment], 8800, { charged: 8800, paid: 8800, balance: 0, state: 'paid' }],
  [
    'a failed transfer',
    [charge, failed],
    8800,
    { charged: 8800, paid: 0, balance: 8800, state: 'failed' },
  ],
  [
    'paid after a failed transfer',
    [charge, failed, payment],
    8800,
    { charged: 8800, paid: 8800, balance: 0, state: 'paid' },
  ],
  [
    'paid in part after a failed transfer',
    [charge, failed, { kind: 'payment', amount: -5000 }],
    8800,
    { charged: 8800, paid: 5000, balance: 3800, state: 'open' },
  ],
  [
    'charged less by a correction',
    [charge, { kind: 'correction', amount: -2200 }, { kind: 'payment', amount: -6600 }],
    8800,
    { charged: 6600, paid: 6600, balance: 0, state: 'paid' },
  ],
  [
    'taken back by a correction',
    [charge, { kind: 'correction', amount: -8800 }],
    8800,
    { charged: 0, paid: 0, balance: 0, state: 'none' },
  ],
  [
    'paid twice',
    [charge, payment, payment],
    8800,
    { charged: 8800, paid: 17_600, balance: -8800, state: 'paid' },
  ],
  [
    'paid twice and paid back',
    [charge, payment, payment, { kind: 'refund', amount: 8800 }],
    8800,
    { charged: 8800, paid: 8800, balance: 0, state: 'paid' },
  ],
  [
    'paid before it is charged',
    [payment],
    8800,
    { charged: 0, paid: 8800, balance: -8800, state: 'uncharged' },
  ],
] as const)('sums up a month: %s', (_name, entries, due, month) => {
  expect(describeDuesMonth(entries, due)).toEqual(month);
});

test('the balance is always what is charged and not paid', () => {
  const entry: fc.Arbitrary<DuesEntry> = fc.record({
    kind: fc.constantFrom(...duesEntryKinds),
    amount: fc.integer({ min: -maxDuesAmount, max: maxDuesAmount }),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.nat(), (some, due) => {
      const entries = some.map((one) => (one.kind === 'failed' ? { ...one, amount: 0 } : one));
      const { charged, paid, balance, state } = describeDuesMonth(entries, due);
      expect(balance).toBe(charged - paid);
      expect(balance).toBe(sumEntries(entries));
      expect(['open', 'failed'].includes(state)).toBe(balance > 0);
    }),
  );
});

describe('an amount by hand', () => {
  test.each([
    ['payment', 8800, true, -8800],
    ['payment', 0, false, 0],
    ['payment', -8800, false, 8800],
    ['refund', 8800, true, 8800],
    ['refund', -1, false, -1],
    ['correction', -8800, true, -8800],
    ['correction', 500, true, 500],
    ['correction', 0, false, 0],
    ['correction', -maxDuesAmount - 1, false, -maxDuesAmount - 1],
    ['payment', maxDuesAmount, true, -maxDuesAmount],
    ['payment', 0.5, false, -0.5],
  ] as const)('%s of %d', (kind, amount, isAllowed, stored) => {
    expect(isHandAmount(kind, amount)).toBe(isAllowed);
    expect(toLedgerAmount(kind, amount)).toBe(0 + stored);
  });
});

test.each([
  ['open', '2026-05', false],
  ['open', '2026-06', false],
  ['open', '2026-04', true],
  ['failed', '2026-05', true],
  ['paid', '2026-04', false],
  ['uncharged', '2026-04', false],
  ['none', '2026-04', false],
] as const)('a month that is %s, of %s: overdue %s', (state, month, overdue) => {
  expect(isOverdue(state, month, '2026-05-31')).toBe(overdue);
});
