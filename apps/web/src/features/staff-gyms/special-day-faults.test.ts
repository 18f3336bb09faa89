import { expect, it } from 'vitest';
import { findSpecialDayFaults } from './special-day-faults.ts';

const today = '2026-03-03';
const usual = { opensMinute: 360, closesMinute: 1560 };
const gym = {
  weekly: Array.from({ length: 7 }, () => usual),
  specialDays: [{ date: '2026-03-10', hours: { opensMinute: 0, closesMinute: 600 }, note: '' }],
};
const find = (part: object) =>
  findSpecialDayFaults({ date: today, hours: null, note: '', ...part }, gym, today);

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
  // Beside another special day, which opens at midnight.
  [{ date: '2026-03-09', hours: usual }, { hours: '翌日の開店と重なっています' }],
  // In the place of that day itself.
  [{ date: '2026-03-10', hours: usual }, {}],
])('%j', (part, faults) => {
  expect(find(part)).toEqual(faults);
});
