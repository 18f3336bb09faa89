import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#gyms/gym-time.ts';
import { addMonths, daysOfMonth, dueOf, findPlanOfMonth, isChargeable } from './dues.ts';
import { changePlan, endMembership, pauseMembership, startMembership } from './memberships.ts';

const regular = { id: 1, price: 8800, per: 'month', countsNoShows: true } as const;
const light = { id: 2, price: 5500, per: 'month', countsNoShows: true } as const;
const visits = { id: 3, price: 1650, per: 'visit', countsNoShows: false } as const;
const strictVisits = { id: 4, price: 1100, per: 'visit', countsNoShows: true } as const;
const plans = [regular, light, visits, strictVisits];

const member = startMembership(1, '2026-03-15');
const dueIn = (terms: typeof member, month: string) => dueOf(terms, plans, month);

test('a month before the membership costs nothing, and the first one its full price', () => {
  expect(['2026-02', '2026-03', '2026-04'].map((month) => dueIn(member, month))).toEqual([
    0, 8800, 8800,
  ]);
});

test('a new plan is paid from the first month that begins with it', () => {
  const changed = changePlan(member, { planId: 2, fromDay: '2026-05-01' });
  expect(['2026-04', '2026-05'].map((month) => dueIn(changed, month))).toEqual([8800, 5500]);
  const midMonth = changePlan(member, { planId: 2, fromDay: '2026-05-20' });
  expect(['2026-05', '2026-06'].map((month) => dueIn(midMonth, month))).toEqual([8800, 5500]);
});

test('a month that is paused as a whole costs nothing, and a part of one its full price', () => {
  const paused = pauseMembership(member, { fromDay: '2026-05-01', lastDay: '2026-06-10' });
  expect(['2026-04', '2026-05', '2026-06', '2026-07'].map((month) => dueIn(paused, month))).toEqual(
    [8800, 0, 8800, 8800],
  );
});

test('the last month is paid, and the month after it is not', () => {
  const ended = endMembership(member, '2026-05-31');
  expect(['2026-05', '2026-06'].map((month) => dueIn(ended, month))).toEqual([8800, 0]);
  expect(dueIn([], '2026-05')).toBe(0);
});

test('visits are paid by their number, with no-shows only if the plan counts them', () => {
  const made = { kept: 3, noShows: 2 };
  expect(dueOf(startMembership(3, '2026-03-15'), plans, '2026-04', made)).toBe(3 * 1650);
  expect(dueOf(startMembership(4, '2026-03-15'), plans, '2026-04', made)).toBe(5 * 1100);
  expect(dueOf(startMembership(3, '2026-03-15'), plans, '2026-04')).toBe(0);
});

test('a term with an unknown plan is an error, because its dues would be missing', () => {
  expect(() => dueOf(startMembership(9, '2026-03-15'), plans, '2026-04')).toThrow(/plan/);
});

test.each([
  [regular, '2026-04', true],
  [regular, '2026-05', true],
  [regular, '2026-06', true],
  [regular, '2026-07', false],
  [visits, '2026-04', true],
  [visits, '2026-05', false],
] as const)('in May 2026, %o can be charged for %s: %s', (plan, month, expected) => {
  expect(isChargeable(plan, month, '2026-05-31')).toBe(expected);
});

test('months follow each other over the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', until: '2027-01-01' });
});

test('the plan of a month is that of its first day that is covered and not paused', () => {
  const day = fc.nat({ max: 120 }).map((n) => addDays('2026-03-01', n));
  const change = fc.oneof(
    fc.record({ planId: fc.constantFrom(1, 2, 3, 4), fromDay: day }),
    fc.record({ fromDay: day, length: fc.nat({ max: 50 }) }),
  );
  fc.assert(
    fc.property(fc.array(change), day, fc.option(day), (changes, first, last) => {
      let terms = startMembership(1, first);
      for (const one of changes) {
        terms =
          'planId' in one
            ? changePlan(terms, one)
            : pauseMembership(terms, {
                fromDay: one.fromDay,
                lastDay: addDays(one.fromDay, one.length),
              });
      }
      if (last !== null) terms = endMembership(terms, last);
      for (const month of ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07']) {
        const days = Array.from({ length: 31 }, (_, n) => addDays(`${month}-01`, n));
        const covered = days
          .filter((one) => one.startsWith(month))
          .map((one) => terms.find((t) => t.fromDay <= one && (t.lastDay ?? one) >= one))
          .find((term) => term?.paused === false);
        expect(findPlanOfMonth(terms, plans, month)?.id).toBe(covered?.planId);
      }
    }),
  );
});
