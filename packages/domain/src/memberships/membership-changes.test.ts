import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#gyms/gym-time.ts';
import {
  applyChange,
  applyOwnChange,
  dateChange,
  isOver,
  listStaffDecisions,
  type MembershipChange,
  type PastStep,
} from './membership-changes.ts';
import { allowsLess, membershipState, type MembershipTerms } from './memberships.ts';

const today = '2026-04-10';
const plan = { planId: 1, paused: false };
const endless: MembershipTerms = [{ ...plan, fromDay: '2026-01-01', lastDay: null }];
const ending: MembershipTerms = [{ ...plan, fromDay: '2026-01-01', lastDay: '2026-04-30' }];
const later: MembershipTerms = [{ ...plan, fromDay: '2026-05-15', lastDay: null }];

test.each([
  ['no day at all', [], true],
  ['its last day is today', [{ ...plan, fromDay: '2026-01-01', lastDay: today }], false],
  ['its last day was yesterday', [{ ...plan, fromDay: '2026-01-01', lastDay: '2026-04-09' }], true],
  ['it has not begun', later, false],
] as const)('a membership is over when %s: %#', (_why, terms, over) => {
  expect(isOver(terms, today)).toBe(over);
});

const days = { fromDay: '2026-05-01', lastDay: null };

test.each<[string, MembershipTerms, MembershipChange]>([
  ['the same plan', endless, { kind: 'plan', planId: 1, ...days }],
  ['a plan after its end', ending, { kind: 'plan', planId: 2, ...days }],
  ['a pause after its end', ending, { kind: 'pause', ...days }],
  [
    'a pause that is over by now',
    endless,
    { kind: 'pause', fromDay: '2026-03-01', lastDay: '2026-03-31' },
  ],
  ['the end of a pause that does not exist', endless, { kind: 'resume', ...days }],
  ['a later end', ending, { kind: 'end', fromDay: '2026-06-01', lastDay: null }],
  [
    'withdrawing an end that does not exist',
    endless,
    { kind: 'continue', fromDay: today, lastDay: null },
  ],
  ['any change without a day', [], { kind: 'continue', fromDay: today, lastDay: null }],
])('%s changes nothing', (_what, terms, change) => {
  expect(applyChange(terms, change, today)).toBeNull();
});

test('past days never change', () => {
  const change = { kind: 'plan', planId: 2, fromDay: '2026-02-01', lastDay: null } as const;
  expect(applyChange(endless, change, today)).toEqual([
    { ...plan, fromDay: '2026-01-01', lastDay: '2026-04-09' },
    { planId: 2, paused: false, fromDay: today, lastDay: null },
  ]);
  const end = { kind: 'end', fromDay: '2026-02-01', lastDay: null } as const;
  expect(applyChange(endless, end, today)).toEqual([
    { ...plan, fromDay: '2026-01-01', lastDay: '2026-04-09' },
  ]);
});

test('an end before the start leaves no day, and an end can be withdrawn', () => {
  expect(applyChange(later, { kind: 'end', ...days }, today)).toEqual([]);
  const goOn = { kind: 'continue', fromDay: today, lastDay: null } as const;
  expect(applyChange(ending, goOn, today)).toEqual(endless);
});

const noticeDay = 10;

test.each([
  ['plan', '2026-04-10', endless, { fromDay: '2026-05-01', lastDay: null }],
  ['plan', '2026-04-11', endless, { fromDay: '2026-06-01', lastDay: null }],
  ['plan', '2026-12-31', endless, { fromDay: '2027-02-01', lastDay: null }],
  ['plan', '2026-04-10', later, { fromDay: '2026-05-15', lastDay: null }],
  ['end', '2026-04-10', later, { fromDay: '2026-05-01', lastDay: null }],
  ['resume', '2026-04-30', endless, { fromDay: '2026-05-01', lastDay: null }],
] as const)('%s requested on %s: %#', (kind, day, terms, expected) => {
  expect(dateChange({ kind }, { terms, today: day, noticeDay })).toEqual(expected);
});

test('a pause of several months ends with the last of them', () => {
  const asked = (months: number) =>
    dateChange({ kind: 'pause', months }, { terms: endless, today: '2026-11-11', noticeDay });
  expect(asked(1)).toEqual({ fromDay: '2027-01-01', lastDay: '2027-01-31' });
  expect(asked(2)).toEqual({ fromDay: '2027-01-01', lastDay: '2027-02-28' });
});

test('the months of a pause count from the start of a future membership', () => {
  const terms = [{ ...plan, fromDay: '2026-06-05', lastDay: null }];
  const asked = (months: number) =>
    dateChange({ kind: 'pause', months }, { terms, today, noticeDay });
  expect(asked(1)).toEqual({ fromDay: '2026-06-05', lastDay: '2026-06-30' });
  expect(asked(2)).toEqual({ fromDay: '2026-06-05', lastDay: '2026-07-31' });
  expect(applyChange(terms, { kind: 'pause', ...asked(1) }, today)).toEqual([
    { planId: 1, paused: true, fromDay: '2026-06-05', lastDay: '2026-06-30' },
    { ...plan, fromDay: '2026-07-01', lastDay: null },
  ]);
});

const kindsOfSteps = {
  plan: 'plan_changed',
  pause: 'paused',
  resume: 'resumed',
  end: 'ended',
  continue: 'end_withdrawn',
} as const;

function record(change: MembershipChange, by: 'member' | 'staff'): PastStep {
  const { kind, fromDay } = change;
  const lastDay = kind === 'end' ? addDays(fromDay, -1) : change.lastDay;
  return { kind: kindsOfSteps[kind], by, request: null, fromDay, lastDay };
}

const anyDay = fc.integer({ min: 0, max: 120 }).map((ahead) => addDays(today, ahead));
const anyDays = fc
  .tuple(anyDay, fc.option(fc.integer({ min: 0, max: 60 })))
  .map(([fromDay, more]) => ({ fromDay, lastDay: more === null ? null : addDays(fromDay, more) }));
const anyPause = anyDays.map((pause) => ({ kind: 'pause' as const, ...pause }));
const anyEnd = anyDay.map((fromDay) => ({ kind: 'end' as const, fromDay, lastDay: null }));
const anyStep: fc.Arbitrary<MembershipChange> = fc.oneof(
  anyPause,
  anyEnd,
  anyDay.map((fromDay) => ({ kind: 'resume' as const, fromDay, lastDay: null })),
  anyDay.map((fromDay) => ({ kind: 'continue' as const, fromDay, lastDay: null })),
  fc.tuple(anyDay, fc.integer({ min: 1, max: 3 })).map(([fromDay, planId]) => ({
    kind: 'plan' as const,
    planId,
    fromDay,
    lastDay: null,
  })),
);

const horizon = Array.from({ length: 200 }, (_, ahead) => addDays(today, ahead));

test('no step of a member extends a membership or its rights beyond what staff decided', () => {
  const byMember = fc.record({ by: fc.constant('member' as const), change: anyStep });
  const byStaff = fc.record({
    by: fc.constant('staff' as const),
    change: fc.oneof(anyPause, anyEnd),
  });
  const steps = fc
    .tuple(fc.array(byMember, { maxLength: 4 }), byStaff, fc.array(fc.oneof(byMember, byStaff)))
    .map(([before, first, after]) => [...before, first, ...after]);
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 9 })), (taken, waits) => {
      let [terms, day, history] = [endless, today, [] as PastStep[]];
      const decided: MembershipChange[] = [];
      for (const [at, { by, change: asked }] of taken.entries()) {
        day = addDays(day, waits[at] ?? 0);
        const change = { ...asked, fromDay: asked.fromDay < day ? day : asked.fromDay };
        const after =
          by === 'staff'
            ? applyChange(terms, change, day)
            : applyOwnChange(terms, change, { history, today: day });
        if (after === null) continue;
        terms = after;
        history = [...history, record(change, by)];
        if (by === 'staff') decided.push(change);
      }
      const isBarred = (checked: string) =>
        decided.some(
          ({ kind, fromDay, lastDay }) =>
            checked >= fromDay && (kind === 'end' || lastDay === null || checked <= lastDay),
        );
      const active = horizon.filter((checked) => membershipState(terms, checked) === 'active');
      expect(active.filter(isBarred)).toEqual([]);
    }),
  );
});

test('a member can withdraw their own end up to the last day that staff set', () => {
  const end = (fromDay: string) => ({ kind: 'end', fromDay, lastDay: null }) as const;
  const history = [record(end('2026-08-01'), 'staff'), record(end('2026-05-01'), 'member')];
  const goOn = { kind: 'continue', fromDay: today, lastDay: null } as const;
  const until = (lastDay: string) => [{ ...plan, fromDay: '2026-01-01', lastDay }];
  expect(applyOwnChange(ending, goOn, { history, today })).toEqual(until('2026-07-31'));
  expect(applyOwnChange(until('2026-07-31'), goOn, { history, today })).toBeNull();
  const lifted = [...history, record(goOn, 'staff')];
  expect(applyOwnChange(ending, goOn, { history: lifted, today })).toEqual(endless);
});

test('a member can end their own pause, but no pause decided by staff', () => {
  const pause = { kind: 'pause', fromDay: '2026-04-01', lastDay: null } as const;
  const resume = { kind: 'resume', fromDay: '2026-04-11', lastDay: null } as const;
  const paused = applyChange(endless, { ...pause, fromDay: today }, today) ?? [];
  const approved: PastStep = { ...record(pause, 'staff'), request: 'pause' };
  const applyResume = (...history: PastStep[]) =>
    applyOwnChange(paused, resume, { history, today });
  expect(applyResume(record(pause, 'member'))).not.toBeNull();
  expect(applyResume(approved)).not.toBeNull();
  expect(applyResume(record(pause, 'staff'))).toBeNull();
  expect(applyResume(record(pause, 'staff'), record(pause, 'member'))).toBeNull();
  expect(applyResume(record(pause, 'staff'), record(resume, 'staff'))).not.toBeNull();
});

test('lists pauses and ends decided by staff, and none requested by the member', () => {
  const pause = { kind: 'pause', fromDay: '2026-04-01', lastDay: null } as const;
  const end = { kind: 'end', fromDay: '2026-05-01', lastDay: null } as const;
  const paused = applyChange(endless, { ...pause, fromDay: today }, today) ?? [];
  const list = (terms: MembershipTerms, ...history: PastStep[]) =>
    listStaffDecisions(terms, { history, today });
  expect(list(endless)).toEqual([]);
  expect(list(paused, record(pause, 'staff'))).toEqual(['pause']);
  expect(list(paused, record(pause, 'member'))).toEqual([]);
  expect(list(ending, record(end, 'staff'))).toEqual(['end']);
  expect(list(ending, { ...record(end, 'staff'), request: 'end' })).toEqual([]);
});

const rights = {
  allGyms: true,
  weekdays: [1, 2],
  fromMinute: 600,
  untilMinute: 1200,
  visitsPerMonth: 8,
  countsNoShows: false,
};

test.each([
  [{ allGyms: false }, true],
  [{ weekdays: [1] }, true],
  [{ fromMinute: 601 }, true],
  [{ untilMinute: 1199 }, true],
  [{ visitsPerMonth: 7 }, true],
  [{ countsNoShows: true }, true],
  [{ weekdays: [1, 2, 3], fromMinute: 0, untilMinute: 2880, visitsPerMonth: null }, false],
  [{ visitsPerMonth: null, countsNoShows: true }, false],
  [{}, false],
])('a plan with %j allows less: %s', (changes, less) => {
  expect(allowsLess(rights, { ...rights, ...changes })).toBe(less);
  expect(allowsLess({ ...rights, visitsPerMonth: null }, rights)).toBe(true);
});
