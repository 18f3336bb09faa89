import type { GymContent } from '@tanren/contract/gyms/staff-gyms';
import { mapGymTexts } from '@tanren/domain/gyms/gym-fields';
import { expect, it } from 'vitest';
import { compareFields, mergeFields } from '#ui/feedback/compared-fields.tsx';
import { gymFieldNames, gymFieldWords } from '#entities/gyms/gym-fields.ts';
import { sampleStaffGym as gym } from '#test/samples/gyms.ts';
import { dayWords, findDay, planWords, weekWords } from './gym-parts.ts';
import { toPlanDraft } from './plan-draft.ts';

const short = { opensMinute: 600, closesMinute: 1080 };

it('merges a gym by fields: their value where I changed nothing, and mine elsewhere', () => {
  const theirs = { ...gym, capacity: 20, phone: '03-0000-9999', version: 2 };
  const mine = { ...gym, name: 'TANREN 神田本店', phone: '03-0000-1111' };
  expect(mergeFields(gymFieldWords, { base: gym, theirs, mine })).toEqual({
    ...mine,
    capacity: 20,
  });
});

it.each(gymFieldNames)("a colleague's change of %s is noticed and merged", (name) => {
  const other: GymContent = {
    ...mapGymTexts((text) => `new ${text}`),
    slotMinutes: 61,
    capacity: 61,
    cancelDeadlineMinutes: 61,
    joining: 'approval',
    noticeDay: 28,
    minimumAge: 20,
    healthCheck: false,
  };
  const theirs = { ...gym, [name]: other[name] };
  const differences = compareFields(gymFieldWords, { base: gym, theirs, mine: gym });
  expect(differences.map(({ label }) => label)).toEqual([gymFieldWords[name].label]);
  expect(mergeFields(gymFieldWords, { base: gym, theirs, mine: gym })).toEqual(theirs);
});

it('merges a week by days, and keeps a day that I closed', () => {
  const { weekly } = gym;
  const theirs = weekly.map((day, at) => (at < 3 ? short : day));
  const mine = weekly.map((day, at) => (at === 2 ? null : day && { ...day }));
  expect(mergeFields(weekWords, { base: weekly, theirs, mine })).toEqual([
    short,
    short,
    null,
    ...weekly.slice(3),
  ]);
});

it('lists what a colleague changed beside my value, and what has been taken over', () => {
  const base = gym.weekly;
  const theirs = base.map((day, at) => (at === 1 || at === 2 ? short : day));
  const mine = theirs.map((day, at) => (at === 1 ? null : day));
  const list = (showsTaken: boolean) =>
    compareFields(weekWords, { base, theirs, mine }, showsTaken).map(({ label, isTaken }) => [
      label,
      isTaken,
    ]);
  expect(list(false)).toEqual([['月曜日', false]]);
  expect(list(true)).toEqual([
    ['月曜日', false],
    ['火曜日', true],
  ]);
});

it('compares plans by their place, without ids and numbers of members', () => {
  const plans = gym.plans.map(toPlanDraft);
  const renumbered = gym.plans.map((plan) => toPlanDraft({ ...plan, id: 77, memberships: 9 }));
  expect(compareFields(planWords, { base: null, theirs: plans, mine: renumbered })).toEqual([]);
  const [, second] = compareFields(planWords, { base: plans, theirs: plans, mine: [] });
  expect(second).toMatchObject({
    label: 'プラン2',
    theirs: [
      { text: '1回利用\n¥1,650/回（税率10%）\n営業時間中いつでも・回数制限なし\n申込受付中' },
    ],
    mine: [{ text: '（なし）' }],
  });
});

it('compares a special day with the usual hours of its own date', () => {
  const closed = { date: '2026-03-10', hours: null, note: ' 点検 ' };
  const other = { ...gym, specialDays: [{ ...closed, date: '2026-03-11' }] };
  expect(
    compareFields(dayWords, { base: null, theirs: findDay(other, closed), mine: closed }),
  ).toMatchObject([
    { theirs: [{ text: '通常の営業時間' }], mine: [{ text: '休館' }] },
    { theirs: [{ text: '（なし）' }], mine: [{ text: '点検' }] },
  ]);
});
