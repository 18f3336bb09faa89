import { toGymDay, toGymTime } from '@tanren/domain/gyms/gym-time';
import { formatDay, type PlainMail, separateDigits, writeText } from '#mail/mail-words.ts';

interface MailedSlot {
  readonly gymName: string;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

function writeSlot({ gymName, gymDay, startsAt, endsAt }: MailedSlot, now: Date): string {
  const time = `${formatClock(startsAt, gymDay)}〜${formatClock(endsAt, gymDay)}`;
  return `ジム：${separateDigits(gymName)}\n日時：${formatDay(gymDay, now)} ${time}`;
}

function writeInstant(instant: Date, now: Date): string {
  return `${formatDay(toGymDay(instant), now)} ${toGymTime(instant).slice(11, 16)}`;
}

/** Formats a time of a gym day, which goes on past midnight: 翌1:00 is on the next morning. */
function formatClock(instant: Date, gymDay: string): string {
  const time = toGymTime(instant);
  const clock = time.slice(11, 16).replace(/^0/, '');
  return time.startsWith(gymDay) ? clock : `翌${clock}`;
}

export interface MailedCancellation extends MailedSlot {
  readonly id: number;
  readonly sub: string;
  readonly email: string;
  /** Reason of the cancellation, which the member's page shows too. */
  readonly reason: string;
}

export function writeGymCancellationMail(
  cancellation: MailedCancellation,
  publicUrl: URL,
  now: Date,
): PlainMail {
  const { id, email, reason } = cancellation;
  return {
    to: email,
    subject: '【TANREN】ご予約がキャンセルになりました',
    text: writeText([
      'ご不便をおかけし、誠に申し訳ございません。下記の理由により、次のご予約がキャンセルになりました。',
      `${writeSlot(cancellation, now)}\n理由：${separateDigits(reason)}`,
      'お手数をおかけしますが、別の日時でのご利用をご希望の場合は、下記のページからあらためてご予約ください。',
      new URL(`/reservations/${id}`, publicUrl).href,
      'キャンセルになったご予約とその理由は、同じページでもご確認いただけます。',
    ]),
  };
}

export interface MailedOffer extends MailedSlot {
  readonly sub: string;
  readonly email: string;
  readonly offerExpiresAt: Date;
}

export function writeOfferMail(offer: MailedOffer, publicUrl: URL, now: Date): PlainMail {
  return {
    to: offer.email,
    subject: '【TANREN】キャンセル待ちの枠に空きが出ました',
    text: writeText([
      'キャンセル待ちにご登録いただいた枠に、空きが出ました。',
      writeSlot(offer, now),
      `${writeInstant(offer.offerExpiresAt, now)}まで、枠を確保しています。下記のページからご予約ください。`,
      new URL('/reservations', publicUrl).href,
      '時間を過ぎますと、次にお待ちの方へご案内します。ご予約にならない場合は、同じページの「見送る」を押していただけますと、次の方へすぐにご案内できます。',
    ]),
  };
}
