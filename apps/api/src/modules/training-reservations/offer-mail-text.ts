import {
  type MailedSlot,
  type ReservationMail,
  writeInstant,
  writeSlot,
  writeText,
} from './reservation-mail-text.ts';

export interface MailedOffer extends MailedSlot {
  readonly email: string;
  readonly offerExpiresAt: Date;
}

export function writeOfferMail(offer: MailedOffer, publicUrl: URL): ReservationMail {
  return {
    to: offer.email,
    subject: '【TANREN】キャンセル待ちの枠に空きが出ました',
    text: writeText([
      'キャンセル待ちにご登録いただいた枠に、空きが出ました。',
      writeSlot(offer),
      `${writeInstant(offer.offerExpiresAt)}まで、お席をお取りしています。下記のページからご予約ください。`,
      new URL('/reservations', publicUrl).href,
      '時間を過ぎますと、次にお待ちの方へご案内します。ご予約にならない場合は、同じページの「見送る」を押していただけますと、次の方へすぐにご案内できます。',
    ]),
  };
}
