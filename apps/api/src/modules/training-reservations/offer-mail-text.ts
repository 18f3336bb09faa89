import { toGymDay, toGymTime } from '@tanren/domain/gym-day';
import { weekday } from '@tanren/domain/gym-hours';

export interface OfferMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailedOffer {
  readonly email: string;
  readonly gymName: string;
  readonly gymDay: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly offerExpiresAt: Date;
}

const daysOfWeek = '日月火水木金土';

export function writeOfferMail(offer: MailedOffer, publicUrl: URL): OfferMail {
  const { email, gymName, gymDay, startsAt, endsAt, offerExpiresAt } = offer;
  const slot = `${formatDay(gymDay)} ${formatClock(startsAt, gymDay)}〜${formatClock(endsAt, gymDay)}`;
  const until = `${formatDay(toGymDay(offerExpiresAt))} ${toGymTime(offerExpiresAt).slice(11, 16)}`;
  return {
    to: email,
    subject: '【TANREN】キャンセル待ちの枠に空きが出ました',
    text: `${[
      'キャンセル待ちにご登録いただいた枠に、空きが出ました。',
      `ジム：${gymName}\n日時：${slot}`,
      `${until}まで、お席をお取りしています。下記のページからご予約ください。`,
      new URL('/reservations', publicUrl).href,
      '時間を過ぎますと、次にお待ちの方へご案内します。ご予約にならない場合は、同じページの「見送る」を押していただけますと、次の方へすぐにご案内できます。',
    ].join('\n\n')}
${farewell}
`,
  };
}

const farewell = `
――――――――――――――――――――
TANREN
このメールは送信専用アドレスからお送りしています。ご返信いただいてもお答えできませんので、ご了承ください。`;

function formatDay(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${month}月${date}日(${daysOfWeek[weekday(day)]})`;
}

/** A gym day goes on past midnight: 翌1:00 is on the next morning. */
function formatClock(instant: Date, gymDay: string): string {
  const time = toGymTime(instant);
  const clock = time.slice(11, 16).replace(/^0/, '');
  return time.startsWith(gymDay) ? clock : `翌${clock}`;
}
