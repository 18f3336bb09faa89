import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import type { WriteTarget } from '#lib/offline/queued-write.ts';
import { isProblemCode, problemText } from '#lib/rejections.ts';

/** Returns the target of the write that reserves a slot. */
export function bookingTarget(gymId: number, startsAt: string): WriteTarget {
  return `reservation:${gymId}:${Date.parse(startsAt)}`;
}

/** Explains what happens to a reservation whose answer was lost, or why it was not made. */
export function explainBooking({ refusal }: Pick<UnsentWrite, 'refusal'>): string {
  if (refusal === null) return 'つながりしだい、結果をお知らせします。';
  if (isProblemCode(refusal.code)) return problemText[refusal.code];
  return '通信が途切れたため、送信できませんでした。もう一度お試しください。';
}
