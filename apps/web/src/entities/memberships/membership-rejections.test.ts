import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { Membership, MyMemberships } from '@tanren/contract/memberships/memberships';
import {
  type MembershipRejection,
  membershipRejections,
} from '@tanren/domain/memberships/memberships';
import { expect, test } from 'vitest';
import { explainRejectedVisit } from './membership-rejections.ts';

const plan: SubscriptionPlan = {
  id: 1,
  name: 'デイ',
  description: '',
  price: 6600,
  tax: 600,
  per: 'month',
  allGyms: false,
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 600,
  untilMinute: 1020,
  visitsPerMonth: 8,
  countsNoShows: true,
  offered: true,
};
const year = new Date().getFullYear();
const day = (monthAndDay: string) => `${year}-${monthAndDay}`;
const term = { fromDay: day('01-01'), lastDay: null as string | null, plan, paused: false };

const held = (changes: Partial<Membership> = {}): MyMemberships => ({
  memberships: [
    {
      membershipId: 7,
      number: '00000007',
      gymId: 1,
      gymName: 'TANREN 神田',
      name: '力石 春',
      state: 'active',
      terms: [term],
      visits: [],
      ...changes,
    },
  ],
  requests: [],
});
const nothing: MyMemberships = { memberships: [], requests: [] };
const asked: MyMemberships = {
  memberships: [],
  requests: [
    {
      requestId: 1,
      kind: 'join',
      gymId: 1,
      gymName: 'TANREN 神田',
      membershipId: null,
      name: '力石 春',
      plan,
      fromDay: day('11-16'),
      lastDay: null,
      note: '',
      requestedAt: `${day('11-16')}T01:00:00.000Z`,
    },
  ],
};

const ended = { terms: [{ ...term, lastDay: day('10-31') }] };

const explain = (refusal: MembershipRejection, mine: MyMemberships | undefined, gymId = 1) => {
  const visit = { refusal, gymId, date: day('11-20') };
  const { text, ways } = explainRejectedVisit(visit, mine, day('11-16'));
  return { text, ways: ways.map(({ label, link }) => [label, link.to, link.search, link.params]) };
};
const join = ['/gyms/$gymId/join', undefined, { gymId: 1 }];
const contract = ['/settings/membership', undefined, undefined];
const slots = (search: object) => ['/reservations', search, undefined];

test.each([
  ['no_membership', nothing, /^予約と入館にはプランが必要です。$/, [['プランを選ぶ', ...join]]],
  [
    'membership_ended',
    held({ ...ended, state: 'ended' }),
    /^会員契約は、10月31日\(.\)で終了しました。$/,
    [['もう一度申し込む', ...join]],
  ],
  [
    'membership_ended',
    held({ terms: [{ ...term, lastDay: day('11-18') }] }),
    /^11月18日\(.\)で退会となるため、その後は予約できません。$/,
    [['退会のお手続きを確認する', ...contract]],
  ],
  [
    'membership_not_started',
    asked,
    /^ジムでお申し込みを確認しています。/,
    [['お申し込みを確認する', ...contract]],
  ],
  [
    'membership_paused',
    held({ terms: [{ ...term, paused: true, lastDay: day('11-30') }] }),
    /^11月30日\(.\)まで休会中です。$/,
    [['再開を申し込む', ...contract]],
  ],
  [
    'membership_paused',
    held({ terms: [{ ...term, paused: true }] }),
    /^休会中のため/,
    [['再開を申し込む', ...contract]],
  ],
  [
    'outside_plan_hours',
    held(),
    /^「デイ」でご利用いただけるのは、月〜金曜日 10:00〜17:00です。$/,
    [['プランを変更する', ...contract]],
  ],
  [
    'monthly_limit',
    held(),
    /^11月は上限の8回に達しました。$/,
    [
      ['12月の枠を選ぶ', ...slots({ gym: 1, date: day('12-01') })],
      ['プランを変更する', ...contract],
    ],
  ],
] as const)('%s %#: has a sentence and a next step', (rejection, mine, text, ways) => {
  const words = explain(rejection, mine);
  expect(words.text).toMatch(text);
  expect(words.ways).toEqual(ways);
});

test('links to the slots of a future first day', () => {
  const from = day('11-25');
  const mine = held({ state: 'not_started', terms: [{ ...term, fromDay: from }] });
  const { text, ways } = explain('membership_not_started', mine);
  expect(text).toMatch(/^ご利用は11月25日\(.\)からです。$/);
  expect(ways).toEqual([
    [expect.stringMatching(/^11月25日\(.\)の空きを見る$/), ...slots({ gym: 1, date: from })],
  ]);
});

test('names the gym of the plan when another gym is chosen', () => {
  expect(explain('gym_not_covered', held(), 2)).toEqual({
    text: '「デイ」では、このジムをご利用いただけません。ご利用いただけるのは、TANREN 神田です。',
    ways: [
      ['TANREN 神田の空きを見る', ...slots({ gym: 1 })],
      ['プランを変更する', ...contract],
    ],
  });
});

test('offers next month only when it can be reserved', () => {
  const visit = { refusal: 'monthly_limit' as const, gymId: 1, date: day('11-02') };
  const { ways } = explainRejectedVisit(visit, held(), day('11-01'));
  expect(ways.map(({ label }) => label)).toEqual(['プランを変更する']);
});

test.each(membershipRejections)(
  '%s has a text and a next step also without details',
  (rejection) => {
    const { text, ways } = explain(rejection, undefined);
    expect(text).toMatch(/。$/);
    expect(ways).not.toEqual([]);
  },
);
