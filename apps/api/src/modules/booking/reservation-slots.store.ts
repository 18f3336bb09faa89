import { and, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';

interface SlotRange {
  readonly gymId: number;
  /** Start of the first slot. `to` is the end of the last one. */
  readonly from: Date;
  readonly to: Date;
  /** Member whose own reservations and waits are distinguished. */
  readonly sub: string;
}

/** Selects the number of reservations of each slot, and the member's own. */
export function selectReserved(db: Queryable, { gymId, from, to, sub }: SlotRange) {
  const { startsAt, id } = trainingReservations;
  return db
    .select({
      startsAt,
      reserved: sql<number>`count(*)::integer`.as('reserved'),
      reservationId: sql<
        number | null
      >`max(${id}) filter (where ${trainingReservations.sub} = ${sub})`.as('reservationId'),
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
 * Selects the number of waits of each slot, and the member's own position. An expired offer does
 * not count, although it may not be ended yet.
 */
export function selectWaiting(db: Queryable, { gymId, from, to, sub }: SlotRange, now: Date) {
  const { startsAt, offerExpiresAt } = reservationWaits;
  const ranked = db
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
    .as('ranked');
  const isMine = sql`filter (where ${ranked.sub} = ${sub})`;
  return db
    .select({
      startsAt: ranked.startsAt,
      waiting: sql<number>`count(*)::integer`.as('waiting'),
      offered: sql<number>`count(${ranked.offerExpiresAt})::integer`.as('offered'),
      myWaitId: sql<number | null>`max(${ranked.id}) ${isMine}`.as('myWaitId'),
      myPosition: sql<number | null>`(max(${ranked.position}) ${isMine})::integer`.as('myPosition'),
      myOfferExpiresAt: sql<Date | null>`max(${ranked.offerExpiresAt}) ${isMine}`
        .mapWith(offerExpiresAt)
        .as('myOfferExpiresAt'),
    })
    .from(ranked)
    .groupBy(ranked.startsAt);
}

/** Identifies a slot, even after the gym has changed its hours. */
export interface SlotKey {
  readonly gymId: number;
  readonly startsAt: Date;
}

/**
 * Locks slots until the transaction ends, so that no other one gives or takes their seats. A
 * transaction locks all slots it needs in one call, before it changes their rows: the order of the
 * keys prevents deadlocks. The rules of the gyms are locked too.
 */
export async function lockSlots(tx: Transaction, slots: readonly SlotKey[]): Promise<void> {
  for (const gymId of new Set(slots.map((slot) => slot.gymId))) await lockGymRulesShared(tx, gymId);
  const keys = [...new Set(slots.map(toLockKey))].toSorted((a, b) => a - b);
  for (const key of keys) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(${advisoryLocks.reservationSlot}, ${key}::integer)`,
    );
  }
}

/**
 * Returns the key of a slot's lock. Two slots may share a key: then they only wait for each other.
 */
function toLockKey({ gymId, startsAt }: SlotKey): number {
  const minutes = Math.floor(startsAt.getTime() / 60_000);
  return (Math.imul(gymId, 0x9e3779b1) + minutes) | 0;
}

export interface SlotSeats {
  readonly capacity: number;
  readonly reserved: number;
  /** Number of seats that are held for the members they were offered to. */
  readonly offered: number;
  /** Number of expired offers that are not ended yet. */
  readonly overdue: number;
  /** Number of waits without an offer. */
  readonly waiting: number;
  /** Number of waits of the member who is booking. */
  readonly ownWaits: number;
  readonly ownOffers: number;
}

export async function countSeats(
  db: Queryable,
  slot: SlotKey,
  now: Date,
  sub: string | null = null,
): Promise<SlotSeats> {
  const { rows } = await db.execute<Record<keyof SlotSeats, number>>(sql`
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

/**
 * Finds the lowest seat number that is not reserved. A slot that is not full has one up to its
 * capacity, even when some reservations have higher numbers from a time of a larger capacity. A
 * seat whose door codes were shown before a cancellation comes last, because its codes are the
 * same.
 */
export async function findFreeSeat(
  tx: Transaction,
  { gymId, startsAt }: SlotKey,
  capacity: number,
): Promise<number> {
  const { rows } = await tx.execute<{ seat: number }>(sql`
    select free.seat from generate_series(1, ${capacity}::integer) free (seat)
    where not exists (
      select from ${trainingReservations} r
      where r.gym_id = ${gymId} and r.starts_at = ${startsAt} and r.cancelled_at is null
        and r.place = free.seat
    )
    order by exists (
      select from ${trainingReservations} r
      where r.gym_id = ${gymId} and r.starts_at = ${startsAt} and r.codes_shown_at is not null
        and r.place = free.seat
    ), free.seat limit 1`);
  const [found] = rows;
  if (found === undefined) throw new Error('no seat is free in a slot that is not full');
  return found.seat;
}
