import { nameWeekday, toGymDay, weekday } from '@tanren/domain/gyms/gym-time';

export interface PlainMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Address at which a mail program unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

const farewell = `
――――――――――――――――――――
TANREN
このメールは送信専用アドレスからお送りしています。ご返信いただいてもお答えできませんので、ご了承ください。`;

/** Returns the text of a mail from its paragraphs, with the signature of the sender. */
export function writeText(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n${farewell}\n`;
}

/**
 * Separates six to eight digits in a row, which phones would offer as a code. Staff may have
 * written a telephone number.
 */
export function separateDigits(words: string): string {
  return words.replaceAll(/(?<!\d)(\d{3,4}?)(\d{3,4})(?!\d)/g, '$1 $2');
}

/**
 * Formats a day. The year is included when it is not the current one: a slot in January may be
 * reserved in December.
 */
export function formatDay(day: string, now: Date): string {
  const [year, month, date] = day.split('-').map(Number);
  const isThisYear = day.slice(0, 4) === toGymDay(now).slice(0, 4);
  return `${isThisYear ? '' : `${year}年`}${month}月${date}日(${nameWeekday(weekday(day))})`;
}
