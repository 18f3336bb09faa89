import { toGymDay, weekday } from '@tanren/domain/gym-time';

export interface PlainMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where a mail program unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

const farewell = `
――――――――――――――――――――
TANREN
このメールは送信専用アドレスからお送りしています。ご返信いただいてもお答えできませんので、ご了承ください。`;

/** The text of every mail from the gym: paragraphs, and who writes. */
export function writeText(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n${farewell}\n`;
}

/**
 * Parts six to eight digits in a row, which phones offer as a code: staff may have written a
 * telephone number.
 */
export function separateDigits(words: string): string {
  return words.replaceAll(/(?<!\d)(\d{3,4}?)(\d{3,4})(?!\d)/g, '$1 $2');
}

const daysOfWeek = '日月火水木金土';

/** With the year where it is not the gym's present one: a slot of January is reserved in December. */
export function formatDay(day: string, now: Date): string {
  const [year, month, date] = day.split('-').map(Number);
  const isThisYear = day.slice(0, 4) === toGymDay(now).slice(0, 4);
  return `${isThisYear ? '' : `${year}年`}${month}月${date}日(${daysOfWeek[weekday(day)]})`;
}
