import {
  type MailedSlot,
  type ReservationMail,
  separateDigits,
  writeSlot,
  writeText,
} from './reservation-mail-text.ts';

export interface MailedCancellation extends MailedSlot {
  readonly email: string;
  /** As members read it on their page, too. */
  readonly reason: string;
}

export function writeGymCancellationMail(
  cancellation: MailedCancellation,
  publicUrl: URL,
): ReservationMail {
  const { email, reason } = cancellation;
  return {
    to: email,
    subject: '【TANREN】ご予約が取り消されました',
    text: writeText([
      '誠に申し訳ございません。店舗の都合により、次のご予約を取り消しました。',
      `${writeSlot(cancellation)}\n理由：${separateDigits(reason)}`,
      'お手数をおかけしますが、別の日時でのご利用をご希望の場合は、下記のページからあらためてご予約ください。',
      new URL('/reservations', publicUrl).href,
      '取り消されたご予約とその理由は、同じページでもご確認いただけます。',
    ]),
  };
}
