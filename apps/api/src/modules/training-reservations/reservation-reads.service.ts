import { defaultPageLimit } from '@tanren/contract/paging';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import {
  type SeenReservation,
  selectPast,
  selectReservation,
  selectUpcoming,
} from './reservation-reads.store.ts';

export async function readReservation(
  db: Queryable,
  sub: string,
  id: number,
): Promise<SeenReservation> {
  const [found] = await selectReservation(db, sub, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export interface ReservationPageRequest {
  readonly time?: 'upcoming' | 'past';
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readReservationPage(
  db: Queryable,
  sub: string,
  { time = 'upcoming', cursor, limit = defaultPageLimit }: ReservationPageRequest,
  now: Date,
): Promise<Page<SeenReservation>> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const select = time === 'upcoming' ? selectUpcoming : selectPast;
  return cutPage(await select(db, { sub, from, limit: limit + 1 }, now), limit);
}
