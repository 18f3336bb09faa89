import { addDays, toGymTime, weekday } from '#gyms/gym-time.ts';
import type { NotificationKind } from './notifications.ts';

/** Names as members see them in the settings. */
export const notificationKindNames: Readonly<Record<NotificationKind, string>> = {
  offer: 'キャンセル待ちの空き',
  'reservation-tomorrow': '明日のご予約',
  'reservation-soon': '1時間後のご予約',
  'gym-cancelled': 'ジム都合のキャンセル',
  trainer: 'トレーナーからのメニューと重量',
  announcement: 'お知らせ',
  'weekly-summary': '1週間のまとめ',
};

/**
 * Text for a locked screen, where other people may read it. It says no more than is needed to act.
 */
interface NotificationText {
  readonly title: string;
  readonly body: string;
  /** Path of the page that the notification opens. */
  readonly path: string;
}

interface NotifiedSlot {
  readonly gymName: string;
  readonly gymDay: string;
  readonly startsAt: Date;
}

const daysOfWeek = '日月火水木金土';

function formatDay(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}月${date}日(${daysOfWeek[weekday(day)]})`;
}

/** Formats a time. A gym day may last past midnight: 翌1:00 is in the next morning. */
function formatClock(instant: Date, gymDay: string): string {
  const time = toGymTime(instant);
  const clock = time.slice(11, 16).replace(/^0/, '');
  return time.startsWith(gymDay) ? clock : `翌${clock}`;
}

function formatStart({ gymDay, startsAt }: NotifiedSlot): string {
  return `${formatDay(gymDay)} ${formatClock(startsAt, gymDay)}`;
}

export function describeOffer(slot: NotifiedSlot, until: Date): NotificationText {
  const clock = toGymTime(until).slice(11, 16).replace(/^0/, '');
  return {
    title: 'キャンセル待ちの枠に空きが出ました',
    body: `${formatStart(slot)}から・${slot.gymName}。${clock}まで枠を確保しています。`,
    path: '/reservations',
  };
}

export function describeTomorrowReminder(
  slot: NotifiedSlot,
  reservationId: number,
): NotificationText {
  const clock = formatClock(slot.startsAt, slot.gymDay);
  return {
    title: `明日のご予約：${clock}から`,
    body: `${formatDay(slot.gymDay)}・${slot.gymName}。変更とキャンセルはこちらから。`,
    path: `/reservations/${reservationId}`,
  };
}

export function describeSoonReminder(slot: NotifiedSlot, reservationId: number): NotificationText {
  return {
    title: `${formatClock(slot.startsAt, slot.gymDay)}からご予約があります`,
    body: `${slot.gymName}。入館コードは開始15分前から表示されます。`,
    path: `/reservations/${reservationId}`,
  };
}

export function describeGymCancellation(
  slot: NotifiedSlot,
  reservationId: number,
): NotificationText {
  return {
    title: 'ご予約がキャンセルになりました',
    body: `${formatStart(slot)}から・${slot.gymName}。理由をご確認ください。`,
    path: `/reservations/${reservationId}`,
  };
}

export function describeTrainersMenu(trainingSessionId: number): NotificationText {
  return {
    title: 'トレーナーからメニューが届きました',
    body: '内容をご確認ください。',
    path: `/training-sessions/${trainingSessionId}`,
  };
}

export function describeTrainersLoad(): NotificationText {
  return {
    title: 'トレーナーが次回の重量を決めました',
    body: '重量と理由をご確認ください。',
    path: '/training-status',
  };
}

const longestLine = 80;

/** Returns the first line of the announcement. The page shows the rest. */
export function describeAnnouncement(content: string, informationId: number): NotificationText {
  const line = content.split('\n').find((each) => each.trim() !== '') ?? '';
  const letters = Array.from(line.trim());
  const cut = letters.length > longestLine;
  return {
    title: 'ジムからのお知らせ',
    body: letters.slice(0, longestLine).join('') + (cut ? '…' : ''),
    path: `/informations/${informationId}`,
  };
}

export interface WeekSummary {
  /** Monday of the week. */
  readonly week: string;
  readonly visits: number;
  readonly sets: number;
  readonly tfoKg: number;
  readonly bests: number;
}

export function describeWeek({ week, visits, sets, tfoKg, bests }: WeekSummary): NotificationText {
  const total = Math.round(tfoKg).toLocaleString('ja-JP');
  const best = bests === 0 ? '' : `自己ベストを${bests}回更新しました。`;
  return {
    title: `先週は${visits}回トレーニングしました`,
    body: `${formatDay(week)}〜${formatDay(addDays(week, 6))}：${sets}セット、総発揮力${total}kg。${best}`,
    path: '/workouts',
  };
}

export function describeTest(): NotificationText {
  return {
    title: 'テスト通知',
    body: 'この端末に通知が届きます。',
    path: '/settings/notifications',
  };
}
