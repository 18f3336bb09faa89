/** Maximum octets of a line without its end (RFC 5545, section 3.1). */
const longestLine = 75;

/** Escapes backslash, semicolon, comma and line end of a text value (RFC 5545, section 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/**
 * Formats an instant in UTC to the second, the only form that every calendar reads the same way.
 */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function formatLines(lines: readonly string[]): string {
  return lines.map(foldLine).join('');
}

/**
 * Folds a line between characters, because some calendars cannot read half a Japanese character.
 */
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
  /** `null` if the visit has no menu, or if the member can no longer see it. */
  readonly menuTitle: string | null;
}

/**
 * Writes an iCalendar file (RFC 5545). It contains no time of writing, so the same reservations
 * give the same bytes, and a calendar that fetches again gets the answer that nothing has changed.
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

/**
 * Returns the title of an event. A cancelled one is marked, because some calendars show it instead
 * of removing it.
 */
function describeEvent({ gymName, cancelledAt }: CalendarReservation): string {
  const event = `トレーニング（${gymName}）`;
  return cancelledAt === null ? event : `【キャンセル済み】${event}`;
}

function describeDetails({ menuTitle }: CalendarReservation, page: string): string {
  const menu = menuTitle === null ? [] : [`メニュー：${menuTitle}`];
  return [...menu, `変更・キャンセル：${page}`].join('\n');
}
