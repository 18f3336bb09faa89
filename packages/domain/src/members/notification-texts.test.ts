import { expect, test } from 'vitest';
import { toGymInstant } from '#gyms/gym-time.ts';
import {
  tellAnnouncement,
  tellGymCancelled,
  tellOffer,
  tellSoon,
  tellTest,
  tellTomorrow,
  tellTrainersLoad,
  tellTrainersMenu,
  tellWeek,
} from './notification-texts.ts';

const gymDay = '2026-11-18';
const slot = { gymName: '鍛錬 渋谷', gymDay, startsAt: toGymInstant(gymDay, 9 * 60) };
const late = { ...slot, startsAt: toGymInstant(gymDay, 25 * 60) };

test('says when and where, and opens the page on which one can act', () => {
  expect(tellOffer(slot, toGymInstant(gymDay, 8 * 60 + 10))).toEqual({
    title: 'キャンセル待ちの枠に空きが出ました',
    body: '11月18日(水) 9:00から・鍛錬 渋谷。8:10まで枠を確保しています。',
    path: '/reservations',
  });
  expect(tellTomorrow(late, 7)).toMatchObject({
    title: '明日のご予約：翌1:00から',
    path: '/reservations/7',
  });
  expect(tellSoon(slot, 7)).toMatchObject({
    title: 'まもなく9:00からのご予約',
    path: '/reservations/7',
  });
  expect(tellGymCancelled(slot, 7).body).toBe(
    '11月18日(水) 9:00から・鍛錬 渋谷。理由をご確認ください。',
  );
  expect(tellTrainersMenu(3).path).toBe('/training-sessions/3');
});

test('names neither the member nor a load, a reason or a menu: others may see the screen', () => {
  const texts = [tellTrainersMenu(3), tellTrainersLoad(), tellTest()];
  for (const { title, body } of texts) expect(title + body).not.toMatch(/\d|kg|さん/);
});

test('shows the first line of an announcement, cut between letters', () => {
  expect(tellAnnouncement('\n 年末年始の営業時間 \n12月31日は…', 4)).toEqual({
    title: 'ジムからのお知らせ',
    body: '年末年始の営業時間',
    path: '/informations/4',
  });
  expect(tellAnnouncement('💪'.repeat(81), 4).body).toBe(`${'💪'.repeat(80)}…`);
});

test('sums up a week', () => {
  const week = { week: '2026-11-09', visits: 2, sets: 24, tfoKg: 12_345.6, bests: 1 };
  expect(tellWeek(week)).toEqual({
    title: '先週は2回トレーニングしました',
    body: '11月9日(月)〜11月15日(日)：24セット、総発揮力12,346kg。自己ベストを1回更新しました。',
    path: '/workouts',
  });
  expect(tellWeek({ ...week, bests: 0 }).body).toMatch(/kg。$/);
});
