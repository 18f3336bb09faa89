import { describeDuesMonth } from '@tanren/domain/memberships/dues-ledger';
import { expect, test } from 'vitest';
import { planIds } from './demo-plans.ts';
import { makeDuesRows } from './dues-rows.ts';

const owner = 'owner';
const member = (id: number, sub: string | null = `member ${id}`) => ({
  id,
  gymId: 1,
  sub,
  name: '鍛錬 花子',
  nameKana: null,
  email: null,
  joinedAt: new Date(0),
  version: 1,
  accountDeletedAt: null,
});
const term = (membershipId: number, planId: number, fromDay = '2025-01-01') => ({
  membershipId,
  planId,
  fromDay,
  lastDay: null,
  paused: false,
});

test('every past month is paid, except the failed transfers of last month', () => {
  // Every 23rd transfer fails, but not that of the demo member.
  const memberships = [member(5), member(6), member(28, owner), member(51)];
  const plan = planIds.fullTime;
  const terms = [
    ...[5, 6, 28].map((id) => term(id, plan)),
    term(51, planIds.singleVisits, '2026-04-10'),
  ];
  const rows = makeDuesRows({ memberships, terms }, owner, '2026-05-01');
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => at + 1));
  const states = memberships.map(({ id }) =>
    ['2026-03', '2026-04', '2026-05'].map((month) => {
      const own = rows.filter((row) => row.membershipId === id && row.month === month);
      return describeDuesMonth(own, 0).state;
    }),
  );
  expect(states).toEqual([
    ['paid', 'failed', 'open'],
    ['paid', 'paid', 'open'],
    ['paid', 'paid', 'open'],
    // Visits are charged by staff when their month is over.
    ['none', 'none', 'none'],
  ]);
  expect(rows.every(({ at }) => at <= new Date('2026-05-01T00:00:00+09:00'))).toBe(true);
});
