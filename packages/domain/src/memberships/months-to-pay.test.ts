import { expect, test } from 'vitest';
import { listMonthsToPay } from './months-to-pay.ts';

const plan = { planId: 1, paused: false };
const today = '2026-11-16';

test('lists the months from today until the last day', () => {
  const terms = [{ ...plan, fromDay: '2026-01-01', lastDay: '2027-01-31' }];
  expect(listMonthsToPay(terms, today)).toEqual([
    { month: '2026-11', ...plan },
    { month: '2026-12', ...plan },
    { month: '2027-01', ...plan },
  ]);
});

test.each([
  ['has no end', [{ ...plan, fromDay: '2026-01-01', lastDay: null }]],
  ['has no day', []],
  ['ended before this month', [{ ...plan, fromDay: '2026-01-01', lastDay: '2026-10-31' }]],
])('lists no month of a membership that %s', (_what, terms) => {
  expect(listMonthsToPay(terms, today)).toEqual([]);
});

test('a month has the plan of its first day, and is paused only as a whole', () => {
  const terms = [
    { ...plan, fromDay: '2026-11-20', lastDay: '2026-11-30' },
    { planId: 2, paused: true, fromDay: '2026-12-01', lastDay: '2027-01-15' },
    { planId: 3, paused: false, fromDay: '2027-01-16', lastDay: '2027-01-20' },
    { ...plan, fromDay: '2027-01-21', lastDay: '2027-01-31' },
  ];
  expect(listMonthsToPay(terms, today)).toEqual([
    { month: '2026-11', ...plan },
    { month: '2026-12', planId: 2, paused: true },
    { month: '2027-01', planId: 3, paused: false },
  ]);
});
