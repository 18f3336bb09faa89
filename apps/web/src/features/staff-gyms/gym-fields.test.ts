import { describe, expect, it } from 'vitest';
import { findErrors, readValues } from '#ui/forms/use-form.ts';
import {
  findPlanFaults,
  type GymFieldName,
  gymFields,
  movePlan,
  newGym,
  newPlanDraft,
  toGymContent,
  toPlan,
  toPlanDraft,
} from './gym-fields.ts';

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

const gym = { ...newGym, name: 'TANREN 神田', address: '東京都千代田区0-0' };
const read = (part: Partial<Record<GymFieldName, string>>) =>
  readValues(gymFields, (name) => part[name] ?? String(gym[name]));

it('comes back as it was', () => {
  expect(findErrors(gymFields, read({}))).toEqual({});
  expect(toGymContent(read({}))).toEqual(gym);
});

it('takes what Japanese keyboards write', () => {
  const values = read({
    phone: '０３−００００−１２３４',
    slotMinutes: '９０',
    capacity: ' 1,000 ',
  });
  expect(findErrors(gymFields, values)).toEqual({});
  expect(toGymContent(values)).toMatchObject({
    phone: '03-0000-1234',
    slotMinutes: 90,
    capacity: 1000,
  });
});

it.each([
  [{ name: '　' }, { name: '店舗名を入力してください' }],
  [{ name: 'あ'.repeat(61) }, { name: '店舗名は60文字以内で入力してください' }],
  [{ address: '' }, { address: '住所を入力してください' }],
  [{ access: 'あ'.repeat(301) }, { access: 'アクセスは300文字以内で入力してください' }],
  [{ phone: '電話' }, { phone: '電話番号は数字とハイフンで入力してください' }],
  [{ slotMinutes: '4' }, { slotMinutes: '5〜1,440分で入力してください' }],
  [{ capacity: '0' }, { capacity: '1〜1,000名で入力してください' }],
  [{ cancelDeadlineMinutes: '10081' }, { cancelDeadlineMinutes: '0〜10,080分で入力してください' }],
])('%j', (part, errors) => {
  expect(findErrors(gymFields, read(part))).toEqual(errors);
});
