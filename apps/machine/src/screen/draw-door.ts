import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { cleanText } from './draw.ts';
import type { Door } from '@tanren/simulator/door/door';
import type { DoorEvent } from '@tanren/simulator/door/door-event';

/** Events that answer a typed code. */
export type DoorAnswer = Extract<DoorEvent, { event: 'opened' | 'wrong-code' | 'paused' }>;

export function isAnswer(event: DoorEvent): event is DoorAnswer {
  return ['opened', 'wrong-code', 'paused'].includes(event.event);
}

/** Draws the small screen of the lock. */
export function drawDoor(door: Door, typed: string, last: DoorAnswer | null): string[] {
  const places = Array.from({ length: door.digits() }, (_, at) => typed[at] ?? '＿');
  const waiting = door.pendingCount();
  return [
    '',
    `  ${cleanText(door.identity.name)}　入口`,
    '',
    `  ${places.join(' ')}`,
    '',
    `  ${describeLast(last)}`,
    '',
    `  ${door.isConnected() ? '接続中' : 'ネットワークなし（入館はできます）'}`,
    ...(waiting > 0 ? [`  未送信の入館 ${waiting}件`] : []),
    '',
    '  数字 入力   Backspace 1文字消す   q 終了',
  ];
}

function describeLast(last: DoorAnswer | null): string {
  switch (last?.event) {
    case 'opened':
      return '解錠しました。お入りください。';
    case 'wrong-code':
      return `コードが違います。あと${last.attemptsLeft}回入力できます。`;
    case 'paused':
      return `${nextMinute(last.until)}を過ぎてから、もう一度入力してください。`;
    case undefined:
      return '入館コードを入力してください。';
  }
}

/** Returns the time on the gym's clock, rounded up to the next full minute. */
function nextMinute(instant: string): string {
  const minute = Math.ceil(Date.parse(instant) / 60_000);
  return toGymTime(new Date(minute * 60_000)).slice(11, 16);
}
