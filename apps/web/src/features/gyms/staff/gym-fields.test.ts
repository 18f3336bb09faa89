import { describe, expect, it } from 'vitest';
import { findErrors, readValues } from '#ui/forms/use-form.ts';
import type { GymFieldName } from '@tanren/domain/gyms/gym-fields';
import { gymFields, newGym, toGymContent } from './gym-fields.ts';
import { findSpecialDayErrors, findWeekErrors, locateRejections } from './hours-errors.ts';

const usual = { opensMinute: 360, closesMinute: 1560 };
const week = Array.from({ length: 7 }, () => usual);
const changed = (day: number, hours: typeof usual | null) =>
  week.map((before, at) => (at === day ? hours : before));

describe('findWeekErrors', () => {
  it('accepts a week of long days, and a closed one', () => {
    expect(findWeekErrors(week, [])).toEqual({});
    expect(
      findWeekErrors(
        Array.from({ length: 7 }, () => null),
        [],
      ),
    ).toEqual({});
  });

  it('finds a day that ends before it begins', () => {
    expect(findWeekErrors(changed(2, { opensMinute: 600, closesMinute: 600 }), [])).toEqual({
      2: '閉店は、開店より後の時刻にしてください',
    });
  });

  it('finds a Saturday that reaches into Sunday, unless Sunday is closed', () => {
    const late = { opensMinute: 360, closesMinute: 1440 + 365 };
    expect(findWeekErrors(changed(6, late), [])).toEqual({
      6: '日曜日の開店（6:00）と重なっています',
    });
    const closed = changed(6, late).map((day, at) => (at === 0 ? null : day));
    expect(findWeekErrors(closed, [])).toEqual({});
  });

  it('finds an overlap with a special day', () => {
    // A Tuesday on which the gym opens early.
    const special = { date: '2026-03-03', hours: { opensMinute: 60, closesMinute: 600 }, note: '' };
    expect(findWeekErrors(week, [special])).toEqual({
      1: '臨時営業日の営業時間と重なっています',
    });
  });
});

it('shows errors of the server at their day', () => {
  const fields = [{ path: '/weekly/3/closesMinute' }, { path: '/cancelAffected' }];
  expect(locateRejections(fields)).toEqual({
    3: '前後の日の営業時間、または臨時営業日と重なっています',
  });
});

const today = '2026-03-03';
const openGym = {
  weekly: Array.from({ length: 7 }, () => usual),
  specialDays: [{ date: '2026-03-10', hours: { opensMinute: 0, closesMinute: 600 }, note: '' }],
};
const find = (part: object) =>
  findSpecialDayErrors({ date: today, hours: null, note: '', ...part }, openGym, today);

it.each([
  [{}, {}],
  [{ date: '' }, { date: '日付を入力してください' }],
  [{ date: '2026-02-30' }, { date: '日付を入力してください' }],
  [{ date: '2026-03-02' }, { date: '今日以降の日付を入力してください' }],
  [{ date: '2027-04-07' }, {}],
  [{ date: '2027-04-08' }, { date: '400日先までの日付を入力してください' }],
  [{ note: 'あ'.repeat(101) }, { note: '理由は100文字以内で入力してください' }],
  [
    { hours: { opensMinute: 600, closesMinute: 540 } },
    { hours: '閉店は、開店より後の時刻にしてください' },
  ],
  [{ hours: { opensMinute: 60, closesMinute: 600 } }, { hours: '前日の営業時間と重なっています' }],
  [
    { hours: { opensMinute: 600, closesMinute: 1440 + 365 } },
    { hours: '翌日の開店と重なっています' },
  ],
  // The next day is another special day, which opens at midnight.
  [{ date: '2026-03-09', hours: usual }, { hours: '翌日の開店と重なっています' }],
  // The draft replaces that special day itself.
  [{ date: '2026-03-10', hours: usual }, {}],
])('%j', (part, faults) => {
  expect(find(part)).toEqual(faults);
});

describe('gym fields', () => {
  const gym = { ...newGym, name: 'TANREN 神田', address: '東京都千代田区0-0' };
  const read = (part: Partial<Record<GymFieldName, string>>) =>
    readValues(gymFields, (name) => part[name] ?? String(gym[name]));

  it('are read back unchanged', () => {
    expect(findErrors(gymFields, read({}))).toEqual({});
    expect(toGymContent(read({}))).toEqual(gym);
  });

  it('accept full-width characters', () => {
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
    [
      { email: 'kanda@' },
      { email: 'メールアドレスの形式が正しくありません（例：name@example.com）' },
    ],
    [{ slotMinutes: '4' }, { slotMinutes: '5〜1,440分で入力してください' }],
    [{ capacity: '0' }, { capacity: '1〜1,000人で入力してください' }],
    [
      { cancelDeadlineMinutes: '10081' },
      { cancelDeadlineMinutes: '0〜10,080分で入力してください' },
    ],
    [{ joining: '' }, { joining: '入会の受付を選んでください' }],
    [{ noticeDay: '29' }, { noticeDay: '1〜28日で入力してください' }],
    [{ minimumAge: '100' }, { minimumAge: '0〜99歳で入力してください' }],
  ])('%j', (part, errors) => {
    expect(findErrors(gymFields, read(part))).toEqual(errors);
  });
});
