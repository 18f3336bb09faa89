import { expect, it } from 'vitest';
import { findErrors, readValues } from '#ui/form-rules.ts';
import { type GymFieldName, gymFields, newGym, toGymContent } from './gym-fields.ts';

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
