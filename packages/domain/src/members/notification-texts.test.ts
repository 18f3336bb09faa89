import { expect, test } from 'vitest';
import { toGymInstant } from '#gyms/gym-time.ts';
import {
  describeAnnouncement,
  describeGymCancellation,
  describeOffer,
  describeSoonReminder,
  describeTest,
  describeTomorrowReminder,
  describeTrainersLoad,
  describeTrainersMenu,
  describeWeek,
} from './notification-texts.ts';

const gymDay = '2026-11-18';
const slot = { gymName: '鍛錬 渋谷', gymDay, startsAt: toGymInstant(gymDay, 9 * 60) };
const late = { ...slot, startsAt: toGymInstant(gymDay, 25 * 60) };

test('contains time and place, and opens the page for the next step', () => {
  expect(describeOffer(slot, toGymInstant(gymDay, 8 * 60 + 10))).toEqual({
    title: 'キャンセル待ちの枠に空きが出ました',
    body: '11月18日(水) 9:00から・鍛錬 渋谷。8:10まで枠を確保しています。',
    path: '/reservations',
  });
  expect(describeTomorrowReminder(late, 7)).toMatchObject({
    title: '明日のご予約：翌1:00から',
    path: '/reservations/7',
  });
  expect(describeSoonReminder(slot, 7)).toMatchObject({
    title: '9:00からご予約があります',
    path: '/reservations/7',
  });
  expect(describeGymCancellation(slot, 7).body).toBe(
    '11月18日(水) 9:00から・鍛錬 渋谷。理由をご確認ください。',
  );
  expect(describeTrainersMenu(3).path).toBe('/training-sessions/3');
});

test('contains no name, load, reason or menu, because others may see the screen', () => {
  const texts = [describeTrainersMenu(3), describeTrainersLoad(), describeTest()];
  for (const { title, body } of texts) expect(title + body).not.toMatch(/\d|kg|さん/);
});

test('shows the first line of an announcement, cut between characters', () => {
  expect(describeAnnouncement('\n 年末年始の営業時間 \n12月31日は…', 4)).toEqual({
    title: 'ジムからのお知らせ',
    body: '年末年始の営業時間',
    path: '/informations/4',
  });
  expect(describeAnnouncement('💪'.repeat(81), 4).body).toBe(`${'💪'.repeat(80)}…`);
});

test('sums up a week', () => {
  const week = { week: '2026-11-09', visits: 2, sets: 24, tfoKg: 12_345.6, bests: 1 };
  expect(describeWeek(week)).toEqual({
    title: '先週は2回トレーニングしました',
    body: '11月9日(月)〜11月15日(日)：24セット、総発揮力12,346kg。自己ベストを1回更新しました。',
    path: '/workouts',
  });
  expect(describeWeek({ ...week, bests: 0 }).body).toMatch(/kg。$/);
});
