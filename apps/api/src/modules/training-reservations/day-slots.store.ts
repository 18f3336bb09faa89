import { and, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';

export interface SlotRange {
  readonly gymId: number;
  /** The start of the first slot and the end of the last. */
  readonly from: Date;
  readonly to: Date;
  /** Who looks. */
  readonly sub: string;
}

/** By slot: how many are reserved, and which of them is the member's. */
export function selectReserved(db: Queryable, { gymId, from, to, sub }: SlotRange) {
  const { startsAt, id } = trainingReservations;
  return db
    .select({
      startsAt,
      reserved: sql<number>`count(*)::integer`,
      reservationId: sql<
        number | null
      >`max(${id}) filter (where ${trainingReservations.sub} = ${sub})`,
    })
    .from(trainingReservations)
    .where(
      and(
        eq(trainingReservations.gymId, gymId),
        gte(startsAt, from),
        lt(startsAt, to),
        isNull(trainingReservations.cancelledAt),
      ),
    )
    .groupBy(startsAt);
}

/**
 * By slot: who waits, in numbers, and the member's own place. Offers whose time is over count
 * no more, although nobody may have ended them yet.
 */
export function selectWaiting(db: Queryable, { gymId, from, to, sub }: SlotRange, now: Date) {
  const { startsAt, offerExpiresAt } = reservationWaits;
  const placed = db
    .select({
      id: reservationWaits.id,
      startsAt,
      sub: reservationWaits.sub,
      offerExpiresAt,
      position:
        sql<number>`row_number() over (partition by ${startsAt} order by ${reservationWaits.id})`.as(
          'position',
        ),
    })
    .from(reservationWaits)
    .where(
      and(
        eq(reservationWaits.gymId, gymId),
        gte(startsAt, from),
        lt(startsAt, to),
        isNull(reservationWaits.endedAt),
        or(isNull(offerExpiresAt), gt(offerExpiresAt, now)),
      ),
    )
    .as('placed');
  const isMine = sql`filter (where ${placed.sub} = ${sub})`;
  return db
    .select({
      startsAt: placed.startsAt,
      waiting: sql<number>`count(*)::integer`,
      offered: sql<number>`count(${placed.offerExpiresAt})::integer`,
      myWaitId: sql<number | null>`max(${placed.id}) ${isMine}`,
      myPosition: sql<number | null>`(max(${placed.position}) ${isMine})::integer`,
      myOfferExpiresAt: sql<Date | null>`max(${placed.offerExpiresAt}) ${isMine}`.mapWith(
        offerExpiresAt,
      ),
    })
    .from(placed)
    .groupBy(placed.startsAt);
}
