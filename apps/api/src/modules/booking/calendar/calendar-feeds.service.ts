import { createHash, randomBytes } from 'node:crypto';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { MemberData } from '#modules/identity/member-data.service.ts';
import {
  deleteFeed,
  findFeedMember,
  findFeedTime,
  findReservation,
  listReservationsSince,
  replaceFeed,
} from './calendar-feeds.store.ts';
import { writeCalendar } from './reservation-calendar.ts';

export const calendarFeedData: MemberData = {
  erase: deleteFeed,
  exports: [
    {
      name: 'calendar-feed',
      title: '予約のカレンダー用URL',
      headers: ['作成日時（日本時間）'],
      async *readRows(db, { sub }) {
        const createdAt = await findFeedTime(db, sub);
        if (createdAt !== null) yield { record: { createdAt }, cells: [toGymTime(createdAt)] };
      },
    },
  ],
};

/**
 * Age of the oldest visits in the feed, in milliseconds. Calendars show past visits too, but not a
 * member's whole history.
 */
const shownPastMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Creates the secret part of a new address. Only its hash is stored, so it can be shown only once.
 */
export async function renewFeed(
  db: Queryable,
  lockAccount: LockAccount,
  sub: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await replaceFeed(tx, { sub, tokenHash: hashToken(token), createdAt: now });
  });
  return token;
}

export async function writeFeed(
  db: Queryable,
  token: string,
  publicUrl: URL,
  now: Date,
): Promise<string> {
  const sub = await findFeedMember(db, hashToken(token));
  if (sub === null) throw new AppError('not_found');
  const since = new Date(now.getTime() - shownPastMs);
  return writeCalendar(await listReservationsSince(db, sub, since), publicUrl);
}

export async function writeReservation(
  db: Queryable,
  sub: string,
  reservationId: number,
  publicUrl: URL,
): Promise<string> {
  const reservation = await findReservation(db, sub, reservationId);
  if (reservation === null) throw new AppError('not_found');
  return writeCalendar([reservation], publicUrl);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
