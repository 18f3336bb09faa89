import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import type { SlotKey } from './slot-lock.ts';

export interface SlotPlaces {
  readonly capacity: number;
  readonly reserved: number;
  /** Held for those they were offered to. */
  readonly offered: number;
  /** Offers whose time is over, and which nobody has ended yet. */
  readonly overdue: number;
  /** Those who wait and were offered nothing. */
  readonly waiting: number;
  /** What the member has who asks. */
  readonly ownWaits: number;
  readonly ownOffers: number;
}

export async function countPlaces(
  db: Queryable,
  slot: SlotKey,
  now: Date,
  sub: string | null = null,
): Promise<SlotPlaces> {
  const { rows } = await db.execute<Record<keyof SlotPlaces, number>>(sql`
    select g.capacity, r.reserved, w.*
    from ${gyms} g,
      lateral (
        select count(*)::integer as reserved from ${trainingReservations}
        where gym_id = g.id and starts_at = ${slot.startsAt} and cancelled_at is null
      ) r,
      lateral (
        select count(*) filter (where offer_expires_at > ${now})::integer as offered,
          count(*) filter (where offer_expires_at <= ${now})::integer as overdue,
          count(*) filter (where offered_at is null)::integer as waiting,
          count(*) filter (where sub = ${sub}::uuid)::integer as "ownWaits",
          count(*) filter (where sub = ${sub}::uuid and offer_expires_at > ${now})::integer
            as "ownOffers"
        from ${reservationWaits}
        where gym_id = g.id and starts_at = ${slot.startsAt} and ended_at is null
      ) w
    where g.id = ${slot.gymId}`);
  const [found] = rows;
  if (found === undefined) throw new Error(`there is no gym ${slot.gymId}`);
  return found;
}

/** To the member who asked: what is held for a member is free to that member. */
export function isFull({ capacity, reserved, offered, ownOffers }: SlotPlaces): boolean {
  return reserved + offered - ownOffers >= capacity;
}

/**
 * The lowest number nobody holds. There is one up to the capacity whenever fewer are reserved,
 * also when some hold higher ones, from a time when the gym took more.
 */
export async function findFreePlace(
  tx: Transaction,
  { gymId, startsAt }: SlotKey,
  capacity: number,
): Promise<number> {
  const { rows } = await tx.execute<{ place: number }>(sql`
    select free.place from generate_series(1, ${capacity}::integer) free (place)
    where not exists (
      select from ${trainingReservations} r
      where r.gym_id = ${gymId} and r.starts_at = ${startsAt} and r.cancelled_at is null
        and r.place = free.place
    )
    order by free.place limit 1`);
  const [found] = rows;
  if (found === undefined) throw new Error('no place is free in a slot that is not full');
  return found.place;
}
