/** RFC 5545, section 3.1: octets of a line, its end not counted. */
const longestLine = 75;

/** A text value: backslash, semicolon, comma and line end are spelt (section 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** UTC, to the second: the only form that means the same in every calendar. */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function formatLines(lines: readonly string[]): string {
  return lines.map(foldLine).join('');
}

/** Between characters, because half a Japanese one would be unreadable for some calendars. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

export interface CalendarReservation {
  readonly id: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly sequence: number;
  readonly gymName: string;
  readonly gymAddress: string;
  /** null: none, or it can't be seen any more. */
  readonly sessionTitle: string | null;
}

/**
 * iCalendar (RFC 5545). The same reservations give the same bytes, because no time of writing is in
 * them: a calendar that fetches again is answered that nothing has changed.
 */
export function writeCalendar(
  reservations: readonly CalendarReservation[],
  publicUrl: URL,
): string {
  return formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//TANREN//Training reservations//JA',
    'CALSCALE:GREGORIAN',
    'NAME:TANRENの予約',
    'X-WR-CALNAME:TANRENの予約',
    'X-WR-TIMEZONE:Asia/Tokyo',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...reservations.flatMap((reservation) => listEventLines(reservation, publicUrl)),
    'END:VCALENDAR',
  ]);
}

function listEventLines(reservation: CalendarReservation, publicUrl: URL): string[] {
  const { id, startsAt, endsAt, createdAt, cancelledAt, sequence } = reservation;
  const page = new URL(`/reservations/${id}`, publicUrl).href;
  const cancelled = cancelledAt !== null;
  return [
    'BEGIN:VEVENT',
    `UID:training-reservation-${id}@${publicUrl.hostname}`,
    `DTSTAMP:${formatInstant(cancelledAt ?? createdAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${formatInstant(startsAt)}`,
    `DTEND:${formatInstant(endsAt)}`,
    `SUMMARY:${escapeText(describeEvent(reservation))}`,
    `LOCATION:${escapeText(reservation.gymAddress || reservation.gymName)}`,
    `DESCRIPTION:${escapeText(describeDetails(reservation, page))}`,
    `URL:${page}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'CLASS:PRIVATE',
    ...(cancelled ? [] : reminder),
    'END:VEVENT',
  ];
}

const reminder = [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:まもなくトレーニングの時間です',
  'TRIGGER:-PT30M',
  'END:VALARM',
];

/** Some calendars show cancelled events instead of taking them away. */
function describeEvent({ gymName, cancelledAt }: CalendarReservation): string {
  const event = `トレーニング（${gymName}）`;
  return cancelledAt === null ? event : `【キャンセル済み】${event}`;
}

function describeDetails({ sessionTitle }: CalendarReservation, page: string): string {
  const session = sessionTitle === null ? [] : [`メニュー：${sessionTitle}`];
  return [...session, `変更・キャンセル：${page}`].join('\n');
}
