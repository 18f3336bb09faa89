import { describe, expect, it } from 'vitest';
import { findPlanFaults, movePlan, newPlanDraft, toPlan, toPlanDraft } from './plan-drafts.ts';

const content = {
  name: 'レギュラー',
  description: '',
  price: 8800,
  taxRate: 10,
  per: 'month',
} as const;
const plan = { id: 7, ...content };

it('comes back as it was', () => {
  expect(toPlan(toPlanDraft(plan))).toEqual(content);
  expect(findPlanFaults(toPlanDraft(plan))).toEqual({});
});

it('takes numbers as Japanese keyboards write them', () => {
  const draft = { ...toPlanDraft(plan), price: '１２，０００', taxRate: '８' };
  expect(toPlan(draft)).toMatchObject({ price: 12_000, taxRate: 8 });
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
])('%j', (part, faults) => {
  expect(findPlanFaults({ ...toPlanDraft(plan), ...part })).toEqual(faults);
});

describe('movePlan', () => {
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
});
