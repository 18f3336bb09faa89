import { createRandom } from '#random.ts';
import type { ReservationRow } from './slot-book.ts';

const minuteMs = 60_000;
/** One of sixteen members does not come. */
const noShows = 1 / 16;

/**
 * Returns when a demo member arrives for a reservation, a little early or late, or `null` for a
 * no-show. The result is always the same for a reservation, so that the board stays consistent.
 */
export function findArrival({
  sub,
  startsAt,
}: Pick<ReservationRow, 'sub' | 'startsAt'>): Date | null {
  const minute = Math.floor(startsAt.getTime() / minuteMs);
  const random = createRandom(Number.parseInt(sub.slice(0, 8), 16) ^ minute);
  if (random.chance(noShows)) return null;
  return new Date(startsAt.getTime() + random.integer(-12, 8) * minuteMs);
}

/** Notes of the desk about today's visitors. */
const deskNotes = [
  '初めての方。マシンの使い方をご案内',
  'ロッカーの鍵をお預かり中',
  '膝に不安があるとのこと',
];

/** Marks the day's reservations with the entries and desk notes up to a moment. */
export function markArrivals<R extends ReservationRow>(
  reservations: readonly R[],
  today: string,
  now: Date,
): R[] {
  let notes = 0;
  return reservations.map((row) => {
    if (row.gymDay !== today || row.cancelledAt !== null) return row;
    const isNoted = row.id % 11 === 0 && notes < deskNotes.length;
    const deskNote = isNoted ? (deskNotes[notes] ?? '') : '';
    if (isNoted) notes += 1;
    const enteredAt = findArrival(row);
    const hasCome = enteredAt !== null && enteredAt <= now;
    return { ...row, deskNote, ...(hasCome ? { enteredAt, enteredBy: 'door' } : {}) };
  });
}
