import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, toGymInstant, weekday } from '#gyms/gym-time.ts';
import {
  changePlan,
  chooseMembership,
  continueMembership,
  coversTime,
  endMembership,
  findTerm,
  firstDayOfChange,
  firstOfMonth,
  type HeldMembership,
  lastDayOf,
  membershipRejections,
  membershipState,
  type MembershipTerms,
  pauseMembership,
  type PlanRights,
  validateEntry,
  resumeMembership,
  startMembership,
} from './memberships.ts';
import { unlimitedPlan } from '#testing/plans.ts';

const firstDay = '2026-01-20';
const horizon = 60;
const days = Array.from({ length: horizon }, (_, n) => addDays(firstDay, n));
const dayAt = (n: number) => addDays(firstDay, n);

interface PlainDay {
  readonly planId: number;
  readonly paused: boolean;
}
type PlainDays = readonly (PlainDay | null)[];

/** Effect of an operation on the terms and on a plain list of days. */
interface Operation {
  readonly toTerms: (terms: MembershipTerms) => MembershipTerms;
  readonly toDays: (days: PlainDays) => PlainDays;
}

const changeFrom =
  (from: number, last: number, change: (day: PlainDay) => PlainDay): Operation['toDays'] =>
  (list) =>
    list.map((day, n) => (day !== null && n >= from && n <= last ? change(day) : day));

const dayNumber = fc.nat({ max: horizon - 1 });
const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(dayNumber, fc.integer({ min: 1, max: 3 })).map(([from, planId]) => ({
    toTerms: (terms: MembershipTerms) => changePlan(terms, { planId, fromDay: dayAt(from) }),
    toDays: changeFrom(from, horizon, (day) => ({ ...day, planId })),
  })),
  fc.tuple(dayNumber, fc.option(fc.nat({ max: 20 }))).map(([from, length]) => ({
    toTerms: (terms: MembershipTerms) => {
      const lastDay = length === null ? null : dayAt(from + length);
      return pauseMembership(terms, { fromDay: dayAt(from), lastDay });
    },
    toDays: changeFrom(from, length === null ? horizon : from + length, (day) => ({
      ...day,
      paused: true,
    })),
  })),
  dayNumber.map((from) => ({
    toTerms: (terms: MembershipTerms) => resumeMembership(terms, dayAt(from)),
    toDays: changeFrom(from, horizon, (day) => ({ ...day, paused: false })),
  })),
  dayNumber.map((last) => ({
    toTerms: (terms: MembershipTerms) => endMembership(terms, dayAt(last)),
    toDays: (list: PlainDays) => list.map((day, n) => (n <= last ? day : null)),
  })),
  fc.constant<Operation>({
    toTerms: continueMembership,
    toDays: (list) => {
      const last = list.findLastIndex((day) => day !== null);
      return list.map((day, n) => (n > last ? (list[last] ?? null) : day));
    },
  }),
);

describe('the terms of a membership', () => {
  it('equal a plain list of days after any changes', () => {
    fc.assert(
      fc.property(
        dayNumber,
        fc.array(operations, { maxLength: 12 }),
        fc.constantFrom(1, 2, 3),
        (start, steps, planId) => {
          let terms = startMembership(planId, dayAt(start));
          let list: PlainDays = days.map((_, n) => (n < start ? null : { planId, paused: false }));
          for (const { toTerms, toDays } of steps) {
            terms = toTerms(terms);
            list = toDays(list);
          }
          expect(days.map((day) => describeDay(terms, day))).toEqual(list);
          expectGapless(terms);
          const states = days.map((day) => membershipState(terms, day));
          const first = list.findIndex((day) => day !== null);
          expect(states).toEqual(
            list.map((day, n) => {
              if (day !== null) return day.paused ? 'paused' : 'active';
              return n < first ? 'not_started' : 'ended';
            }),
          );
        },
      ),
    );
  });

  function describeDay(terms: MembershipTerms, day: string): PlainDay | null {
    const term = findTerm(terms, day);
    return term === null ? null : { planId: term.planId, paused: term.paused };
  }

  /**
   * Checks that the terms follow each other without a gap, that neighbours differ, and that only
   * the last one is open.
   */
  function expectGapless(terms: MembershipTerms): void {
    expect(terms.filter(({ fromDay, lastDay }) => lastDay !== null && lastDay < fromDay)).toEqual(
      [],
    );
    const gaps = terms.slice(1).filter((term, n) => {
      const before = terms[n];
      const follows = before?.lastDay && daysBetween(before.lastDay, term.fromDay) === 1;
      return !follows || (before.planId === term.planId && before.paused === term.paused);
    });
    expect(gaps).toEqual([]);
  }

  it('have a last day only after an end', () => {
    const terms = startMembership(1, '2026-04-01');
    expect(lastDayOf(terms)).toBeNull();
    expect(lastDayOf(endMembership(terms, '2026-04-30'))).toBe('2026-04-30');
    expect(lastDayOf(endMembership(terms, '2026-03-31'))).toBeNull();
    expect(endMembership(terms, '2026-03-31')).toEqual([]);
  });
});

it.each([
  ['2026-01-31', 0, '2026-01-01'],
  ['2026-01-31', 1, '2026-02-01'],
  ['2026-12-01', 1, '2027-01-01'],
  ['2026-11-30', 2, '2027-01-01'],
  ['2028-02-29', 1, '2028-03-01'],
])('from %s, %i months ahead, the month begins on %s', (day, ahead, first) => {
  expect(firstOfMonth(day, ahead)).toBe(first);
});

it.each([
  ['2026-04-10', 10, '2026-05-01'],
  ['2026-04-11', 10, '2026-06-01'],
  ['2026-12-28', 28, '2027-01-01'],
  ['2026-12-31', 28, '2027-02-01'],
  ['2026-01-31', 1, '2026-03-01'],
])('a change requested on %s with a notice day of %i takes effect on %s', (today, notice, from) => {
  expect(firstDayOfChange(today, notice)).toBe(from);
});

const visitAt = (gymDay: string, fromMinute: number, minutes = 60, gymId = 1) => ({
  gymId,
  gymDay,
  startsAt: toGymInstant(gymDay, fromMinute),
  endsAt: toGymInstant(gymDay, fromMinute + minutes),
});

const held = (plan: Partial<PlanRights> = {}, more: Partial<HeldMembership> = {}) => ({
  membershipId: 1,
  terms: startMembership(1, '2026-01-01'),
  plans: [{ ...unlimitedPlan, ...plan }],
  visits: {},
  ...more,
});

/** Friday, 1 May 2026. */
const friday = '2026-05-01';

describe('the hours of a plan', () => {
  it.each([
    ['weekdays in the daytime, at ten', [1, 2, 3, 4, 5], [540, 1020], [friday, 600], true],
    ['to the last minute', [5], [540, 1020], [friday, 960], true],
    ['not a minute later', [5], [540, 1020], [friday, 961], false],
    ['not earlier', [5], [540, 1020], [friday, 539], false],
    ['not at the weekend', [1, 2, 3, 4, 5], [0, 2880], ['2026-05-02', 600], false],
    ['after midnight, of the evening before', [5], [1080, 1560], [friday, 1500], true],
    ['not after midnight with a plan that ends then', [5], [1080, 1440], [friday, 1440], false],
    ['over midnight only with a plan that goes on', [5], [1080, 1440], [friday, 1410], false],
    ['early on a Saturday, which is another day', [5], [0, 2880], ['2026-05-02', 60], false],
  ] as const)('%s', (_, weekdays, [fromMinute, untilMinute], [day, minute], allowed) => {
    expect(coversTime({ weekdays, fromMinute, untilMinute }, visitAt(day, minute))).toBe(allowed);
  });
});

describe('a visit', () => {
  const reject = (memberships: readonly HeldMembership[], day = friday, gymId = 1) => {
    const chosen = chooseMembership(memberships, visitAt(day, 600, 60, gymId));
    return 'refusal' in chosen ? chosen.refusal : null;
  };
  const terms = startMembership(1, friday);

  it.each([
    ['needs a membership', [], 'no_membership'],
    ['is allowed by one', [held()], null],
    ['not before staff have decided', [held({}, { terms: [] })], 'membership_not_started'],
    ['not by an application to another gym', [held({ gymId: 2 }, { terms: [] })], 'no_membership'],
    ['not by one that never began', [held({}, { terms: [], plans: [] })], 'no_membership'],
    ['not in another gym', [held({ gymId: 2 })], 'gym_not_covered'],
    ['in another gym with a plan for all', [held({ gymId: 2, allGyms: true })], null],
    [
      'not before the first day',
      [held({}, { terms: startMembership(1, '2026-05-02') })],
      'membership_not_started',
    ],
    ['on the last day', [held({}, { terms: endMembership(terms, friday) })], null],
    [
      'not after the last day',
      [held({}, { terms: endMembership(startMembership(1, '2026-01-01'), '2026-04-30') })],
      'membership_ended',
    ],
    [
      'not during a pause',
      [held({}, { terms: pauseMembership(terms, { fromDay: friday, lastDay: null }) })],
      'membership_paused',
    ],
    ['not outside the hours', [held({ weekdays: [6] })], 'outside_plan_hours'],
    [
      'not beyond the limit of the month',
      [held({ visitsPerMonth: 2 }, { visits: { '2026-05': { kept: 1, noShows: 1 } } })],
      'monthly_limit',
    ],
    [
      'if no-shows do not count',
      [
        held(
          { visitsPerMonth: 2, countsNoShows: false },
          { visits: { '2026-05': { kept: 1, noShows: 5 } } },
        ),
      ],
      null,
    ],
    [
      'if only the month before is used up',
      [held({ visitsPerMonth: 2 }, { visits: { '2026-04': { kept: 2, noShows: 0 } } })],
      null,
    ],
    [
      'returns the reason that is easiest to solve',
      [held({ gymId: 2 }), held({ weekdays: [6] }), held({}, { terms: [] })],
      'outside_plan_hours',
    ],
  ])('%s', (_, memberships, rejection) => {
    expect(reject(memberships)).toBe(rejection);
  });

  it('uses the membership without a limit, if there is one', () => {
    const limited = held({ visitsPerMonth: 4 });
    const free = held({}, { membershipId: 2 });
    expect(chooseMembership([limited, free], visitAt(friday, 600))).toEqual({ membership: free });
    expect(chooseMembership([limited], visitAt(friday, 600))).toEqual({ membership: limited });
  });

  it('opens the door although the month is used up, because it was already counted', () => {
    const used = held({ visitsPerMonth: 1 }, { visits: { '2026-05': { kept: 1, noShows: 0 } } });
    expect(validateEntry([used], visitAt(friday, 600))).toBeNull();
    expect(validateEntry([held({ weekdays: [6] })], visitAt(friday, 600))).toBe(
      'outside_plan_hours',
    );
  });

  it('is rejected for the same reason as in a plain check of one condition after the other', () => {
    const plan = fc.record({
      gymId: fc.constantFrom(1, 2),
      allGyms: fc.boolean(),
      weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      fromMinute: fc.constantFrom(0, 540, 1080),
      untilMinute: fc.constantFrom(1140, 1500, 2880),
      visitsPerMonth: fc.option(fc.integer({ min: 1, max: 4 })),
      countsNoShows: fc.boolean(),
    });
    const membership = fc.record({
      plan,
      fromDay: fc.nat({ max: 40 }),
      lastDay: fc.option(fc.nat({ max: 40 })),
      pausedFrom: fc.option(fc.nat({ max: 40 })),
      kept: fc.nat({ max: 3 }),
      noShows: fc.nat({ max: 2 }),
    });
    const visit = fc.record({
      day: fc.nat({ max: 40 }),
      minute: fc.constantFrom(0, 540, 1080, 1110, 1440, 1470),
      gymId: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(
        fc.array(membership, { maxLength: 3 }),
        visit,
        (drafts, { day, minute, gymId }) => {
          const gymDay = dayAt(day);
          const month = gymDay.slice(0, 7);
          const reasons = drafts.map((draft) => {
            const { weekdays, fromMinute, untilMinute, visitsPerMonth } = draft.plan;
            const used = draft.kept + (draft.plan.countsNoShows ? draft.noShows : 0);
            const isEmpty = draft.lastDay !== null && draft.lastDay < draft.fromDay;
            if (isEmpty) return 'no_membership';
            if (draft.plan.gymId !== gymId && !draft.plan.allGyms) return 'gym_not_covered';
            if (draft.lastDay !== null && day > draft.lastDay) return 'membership_ended';
            if (day < draft.fromDay) return 'membership_not_started';
            if (draft.pausedFrom !== null && day >= draft.pausedFrom) return 'membership_paused';
            const isInHours = fromMinute <= minute && minute + 60 <= untilMinute;
            if (!weekdays.includes(weekday(gymDay)) || !isInHours) return 'outside_plan_hours';
            return visitsPerMonth !== null && used >= visitsPerMonth ? 'monthly_limit' : null;
          });
          const memberships = drafts.map(
            ({ plan: rights, fromDay, kept, noShows, ...draft }, n) => {
              const { lastDay, pausedFrom } = draft;
              let made = startMembership(1, dayAt(fromDay));
              if (pausedFrom !== null) {
                made = pauseMembership(made, { fromDay: dayAt(pausedFrom), lastDay: null });
              }
              if (lastDay !== null) made = endMembership(made, dayAt(lastDay));
              return {
                membershipId: n,
                terms: made,
                plans: made.length === 0 ? [] : [{ id: 1, ...rights }],
                visits: { [month]: { kept, noShows } },
              };
            },
          );
          const chosen = chooseMembership(memberships, visitAt(gymDay, minute, 60, gymId));
          const allowing = memberships.filter((_, n) => reasons[n] === null);
          const found = membershipRejections.filter((rejection) => reasons.includes(rejection));
          const refusal = found.at(-1) ?? 'no_membership';
          const allowed = allowing.map((one) => ({ membership: one }));
          expect(allowed.length === 0 ? [{ refusal }] : allowed).toContainEqual(chosen);
        },
      ),
    );
  });
});
