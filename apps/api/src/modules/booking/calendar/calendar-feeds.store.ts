import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { isId } from '#db/long-ids/is-id.ts';
import { gyms } from '#db/schema/gyms.ts';
import { calendarFeeds, trainingReservations } from '#db/schema/booking.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { visibleTo } from '#modules/menus/menu-visibility.service.ts';
import type { CalendarReservation } from './reservation-calendar.ts';

type CalendarFeedRow = typeof calendarFeeds.$inferSelect;

/** Replaces the member's feed, because a member has only one address. */
export async function replaceFeed(db: Queryable, feed: CalendarFeedRow): Promise<void> {
  const { tokenHash, createdAt } = feed;
  await db
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.sub, set: { tokenHash, createdAt } });
}

export async function deleteFeed(db: Queryable, sub: string): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.sub, sub));
}

export async function findFeedTime(db: Queryable, sub: string): Promise<Date | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.sub, sub));
  return feed?.createdAt ?? null;
}

export async function findFeedMember(db: Queryable, tokenHash: string): Promise<string | null> {
  const [feed] = await db
    .select({ sub: calendarFeeds.sub })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, tokenHash));
  return feed?.sub ?? null;
}

function selectReservations(db: Queryable) {
  return db
    .select({
      id: trainingReservations.id,
      startsAt: trainingReservations.startsAt,
      endsAt: trainingReservations.endsAt,
      createdAt: trainingReservations.createdAt,
      cancelledAt: trainingReservations.cancelledAt,
      sequence: trainingReservations.sequence,
      gymName: gyms.name,
      gymAddress: gyms.address,
      menuTitle: trainingSessions.title,
    })
    .from(trainingReservations)
    .innerJoin(gyms, eq(gyms.id, trainingReservations.gymId))
    .leftJoin(
      trainingSessions,
      and(
        eq(trainingSessions.id, trainingReservations.trainingSessionId),
        // The author may have hidden the menu since it was attached.
        visibleTo(trainingReservations.sub),
      ),
    );
}

/**
 * Maximum number of events, so that reserving and cancelling repeatedly cannot make a calendar grow
 * without limit.
 */
const maxEvents = 400;

/** Lists reservations before cancelled ones, and the latest first. */
export async function listReservationsSince(
  db: Queryable,
  sub: string,
  since: Date,
): Promise<CalendarReservation[]> {
  const { startsAt, cancelledAt, id } = trainingReservations;
  return await selectReservations(db)
    .where(and(eq(trainingReservations.sub, sub), gte(startsAt, since)))
    .orderBy(asc(sql`${cancelledAt} is not null`), desc(startsAt), desc(id))
    .limit(maxEvents);
}

export async function findReservation(
  db: Queryable,
  sub: string,
  id: number,
): Promise<CalendarReservation | null> {
  const [found] = await selectReservations(db).where(
    and(isId(trainingReservations.id, id), eq(trainingReservations.sub, sub)),
  );
  return found ?? null;
}
