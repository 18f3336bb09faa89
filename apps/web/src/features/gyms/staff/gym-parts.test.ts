import type { GymContent, StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { mapGymTexts } from '@tanren/domain/gyms/gym-fields';
import { describe, expect, it } from 'vitest';
import { gymFieldNames } from '#entities/gyms/gym-fields.ts';
import { newGym } from './gym-fields.ts';
import {
  basicPart,
  describeDayOf,
  listDifferences,
  mergeFields,
  plansPart,
  specialDayPart,
  weekPart,
} from './gym-parts.ts';

describe('listDifferences', () => {
  it('names what a colleague changed, with my own value', () => {
    const before = { 店舗名: '神田', 定員: '12名', 電話番号: '' };
    const latest = { 店舗名: '神田', 定員: '20名', 電話番号: '03' };
    const mine = { 店舗名: '神田本店', 定員: '10名', 電話番号: '03' };
    expect(listDifferences(before, latest, mine)).toEqual([
      { name: '定員', latest: '20名', mine: '10名' },
      { name: '電話番号', latest: '03', mine: '03' },
    ]);
  });

  it('contains added and removed values', () => {
    const before = { プラン1: 'a', プラン2: 'b' };
    expect(listDifferences(before, { プラン1: 'a' }, { プラン1: 'c' })).toEqual([
      { name: 'プラン2', latest: '', mine: '' },
    ]);
    expect(listDifferences({}, { プラン1: 'a' }, {})).toEqual([
      { name: 'プラン1', latest: 'a', mine: '' },
    ]);
  });

  it('is empty when nothing was changed, whatever I typed', () => {
    expect(listDifferences({ 定員: '1名' }, { 定員: '1名' }, { 定員: '2名' })).toEqual([]);
  });
});

describe('mergeFields', () => {
  const before = { name: '神田', capacity: 12, phone: '' };

  it('takes their value where I changed nothing, and mine elsewhere', () => {
    const latest = { name: '神田', capacity: 20, phone: '03' };
    const mine = { name: '神田本店', capacity: 12, phone: '04' };
    expect(mergeFields(before, latest, mine)).toEqual({
      name: '神田本店',
      capacity: 20,
      phone: '04',
    });
  });

  it('contains only the fields of the form', () => {
    const whole = { ...before, id: 7, version: 3 };
    const mine = { ...before, capacity: 1 };
    expect(mergeFields(whole, { ...whole, phone: '03' }, mine)).toEqual({ ...mine, phone: '03' });
  });
});

const usual = { opensMinute: 360, closesMinute: 1560 };
const short = { opensMinute: 600, closesMinute: 1080 };
const date = '2026-03-10';
const gym: StaffGym = {
  ...newGym,
  id: 1,
  version: 1,
  weekly: Array.from({ length: 7 }, () => ({ ...usual })),
  specialDays: [{ date, hours: short, note: '点検' }],
  plans: [
    {
      id: 5,
      name: '月会費',
      description: '',
      price: 8800,
      taxRate: 10,
      per: 'month',
      allGyms: false,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      fromMinute: 0,
      untilMinute: 2880,
      visitsPerMonth: 8,
      countsNoShows: true,
      offered: true,
      memberships: 3,
    },
  ],
  upcomingReservations: 0,
};

describe('a merged week', () => {
  const latest = gym.weekly.map((day, at) => (at === 1 || at === 2 ? null : day));
  const mine = gym.weekly.map((day, at) => (at === 2 || at === 3 ? short : { ...usual, ...day }));

  it('takes their day where I changed nothing, and mine elsewhere', () => {
    const merged = weekPart.merge(gym, { ...gym, weekly: latest }, mine);
    expect(merged).toEqual([usual, null, short, short, usual, usual, usual]);
  });

  it('keeps a day that I closed', () => {
    const closed = gym.weekly.map((day, at) => (at === 4 ? null : day));
    const changed = { ...gym, weekly: gym.weekly.map(() => short) };
    expect(weekPart.merge(gym, changed, closed)[4]).toBeNull();
  });

  it('lists its differences by day', () => {
    expect(weekPart.describeReplaced({ ...gym, weekly: latest }, mine)).toMatchObject({
      日曜日: '6:00〜翌2:00',
      月曜日: '休館',
    });
  });
});

it.each(gymFieldNames)("a colleague's change of %s is noticed and merged", (name) => {
  const other: GymContent = {
    ...mapGymTexts((text) => `new ${text}`),
    slotMinutes: 61,
    capacity: 61,
    cancelDeadlineMinutes: 61,
    joining: 'open',
    noticeDay: 28,
  };
  const latest = { ...gym, [name]: other[name] };
  const [before, after] = [gym, latest].map(basicPart.describe);
  expect(listDifferences(before ?? {}, after ?? {}, {})).toHaveLength(1);
  expect(basicPart.merge(gym, latest, newGym)).toEqual({ ...newGym, [name]: other[name] });
});

it('differences of the basic data ignore other parts of a gym', () => {
  const words = basicPart.describe(gym);
  expect(basicPart.describeReplaced({ ...gym, version: 9, plans: [] }, newGym)).toEqual(words);
  expect(words).toMatchObject({ 定員: '12名', '1枠の長さ': '60分' });
});

it('plans stay as typed, and differences ignore ids and numbers of members', () => {
  const draft = plansPart.read(gym);
  expect(plansPart.merge(gym, { ...gym, plans: [] }, draft)).toBe(draft);
  const renumbered = gym.plans.map((plan) => ({ ...plan, id: 77, memberships: 4 }));
  expect(plansPart.describeReplaced({ ...gym, plans: renumbered }, draft)).toEqual({
    プラン1: '月会費\n¥8,800/月（税率10%）\n営業時間中いつでも・月8回まで\n来館しなかった予約も1回と数える\n申込受付中',
  });
});

it('differences of a special day cover its own date only', () => {
  const other = { date: '2026-03-11', hours: null, note: '' };
  expect(describeDayOf(gym, other)).toEqual({ 営業時間: '通常の営業時間', 理由: '' });
  expect(describeDayOf(gym, { date })).toEqual({ 営業時間: '10:00〜18:00', 理由: '点検' });
  expect(specialDayPart.describe({ date, hours: null, note: ' 休み ' })).toEqual({
    営業時間: '休館',
    理由: '休み',
  });
});
