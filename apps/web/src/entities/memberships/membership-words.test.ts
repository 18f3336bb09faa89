import { expect, test } from 'vitest';
import { describeDays, describeEvent, nameEvent, summarizePlan } from './membership-words.ts';

const always = { weekdays: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, untilMinute: 2880 };

test.each([
  [{ ...always, visitsPerMonth: null, allGyms: false }, '営業時間中いつでも・回数制限なし'],
  [
    { ...always, visitsPerMonth: 8, allGyms: true },
    '営業時間中いつでも・月8回まで・全ジムで利用可',
  ],
])('formats the rights of a plan: %o', (plan, words) => {
  expect(summarizePlan(plan)).toBe(words);
});

const year = new Date().getFullYear();

test('formats periods with one or two days', () => {
  const fromDay = `${year}-12-01`;
  expect(describeDays({ fromDay, lastDay: null })).toMatch(/^12月1日\(.\)から$/);
  expect(describeDays({ fromDay, lastDay: `${year}-12-31` })).toMatch(
    /^12月1日\(.\)〜12月31日\(.\)$/,
  );
});

test.each([
  [{ kind: 'applied', request: 'pause' }, '休会のお申し込み'],
  [{ kind: 'declined', request: 'join' }, '入会のお申し込みのお断り'],
  [{ kind: 'plan_changed', request: null }, 'プラン変更'],
  // The member requested the change.
  [{ kind: 'plan_changed', request: 'plan' }, 'プラン変更'],
] as const)('formats the event %o as %s', (event, words) => {
  expect(nameEvent(event)).toBe(words);
});

test('formats the details of an event', () => {
  const event = { request: null, planName: null, fromDay: null, lastDay: null, count: null };
  const fromDay = `${year}-12-01`;
  expect(describeEvent({ ...event, kind: 'plan_changed', planName: 'デイ', fromDay })).toMatch(
    /^デイ・12月1日\(.\)から$/,
  );
  expect(describeEvent({ ...event, kind: 'ended', lastDay: fromDay })).toMatch(
    /^12月1日\(.\)まで$/,
  );
  expect(describeEvent({ ...event, kind: 'applied', request: 'end', fromDay })).toMatch(
    /^11月30日\(.\)まで$/,
  );
  expect(describeEvent({ ...event, kind: 'payment_noted', fromDay })).toMatch(/^12月1日\(.\)$/);
  expect(describeEvent({ ...event, kind: 'reservations_cancelled', count: 3 })).toBe('3件');
  expect(describeEvent({ ...event, kind: 'payment_noted' })).toBe('');
});
