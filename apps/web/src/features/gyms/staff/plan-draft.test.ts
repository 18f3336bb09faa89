import { expect, it } from 'vitest';
import { findPlanErrors, movePlan, newPlanDraft, toPlan, toPlanDraft } from './plan-draft.ts';

const content = {
  id: 7,
  name: 'デイ',
  description: '',
  price: 8800,
  taxRate: 10,
  per: 'month',
  allGyms: true,
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 600,
  untilMinute: 1020,
  visitsPerMonth: 8,
  countsNoShows: true,
  offered: false,
} as const;
const plan = { ...content, weekdays: [...content.weekdays], memberships: 3 };

it('is read back unchanged, with its id and without counters', () => {
  expect(toPlan(toPlanDraft(plan))).toEqual(content);
  expect(findPlanErrors(toPlanDraft(plan))).toEqual({});
});

it('is new without an id', () => {
  expect(toPlan(newPlanDraft('a'))).not.toHaveProperty('id');
});

it('accepts full-width numbers', () => {
  const draft = {
    ...toPlanDraft(plan),
    price: '１２，０００',
    taxRate: '８',
    visitsPerMonth: ' １２ ',
  };
  expect(toPlan(draft)).toMatchObject({ price: 12_000, taxRate: 8, visitsPerMonth: 12 });
});

it('has no limit without a number, and then no period', () => {
  const draft = { ...toPlanDraft(plan), visitsPerMonth: '　' };
  expect(findPlanErrors(draft)).toEqual({});
  expect(toPlan(draft)).toMatchObject({ visitsPerMonth: null, countsNoShows: false });
});

it.each([
  [{ name: ' ' }, { name: 'プラン名を入力してください' }],
  [{ name: 'あ'.repeat(61) }, { name: 'プラン名は60文字以内で入力してください' }],
  [{ description: 'あ'.repeat(301) }, { description: '説明は300文字以内で入力してください' }],
  [{ price: '' }, { price: '0〜10,000,000円で入力してください' }],
  [{ price: '-1' }, { price: '0〜10,000,000円で入力してください' }],
  [{ price: '10.5' }, { price: '0〜10,000,000円で入力してください' }],
  [{ price: '10000001' }, { price: '0〜10,000,000円で入力してください' }],
  [{ price: '0' }, {}],
  [{ taxRate: '101' }, { taxRate: '0〜100で入力してください' }],
  [{ weekdays: [] }, { weekdays: '曜日を1つ以上選んでください' }],
  [{ untilMinute: 600 }, { hours: '終わりは、始まりより後の時刻にしてください' }],
  [{ visitsPerMonth: '0' }, { visitsPerMonth: '1〜1,000回で入力してください' }],
])('%j', (part, errors) => {
  expect(findPlanErrors({ ...toPlanDraft(plan), ...part })).toEqual(errors);
});

const plans = ['a', 'b', 'c'].map(newPlanDraft);

it.each([
  ['a', 1, 'bac'],
  ['c', -1, 'acb'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['x', 1, 'abc'],
] as const)('moves %s by %i', (key, by, order) => {
  expect(
    movePlan(plans, key, by)
      .map((one) => one.key)
      .join(''),
  ).toBe(order);
});
