import { and, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import { holdGymRules } from '#policies/gym-rules.ts';

interface SlotRange {
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

/** What names a slot, whichever hours the gym has by now. */
export interface SlotKey {
  readonly gymId: number;
  readonly startsAt: Date;
}

/**
 * Until the transaction ends nobody else reserves, moves or waits for this member: what counts
 * the member's reservations goes first. Always before the locks of slots.
 */
export async function lockMemberReservations(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberReservations}, hashtext(${sub}))`,
  );
}

/**
 * Until the transaction ends nobody else gives or takes places of these slots. All that a
 * transaction needs at once, because the order of the keys is what keeps two from waiting for
 * each other; and before any row of them is touched. The rules of their gyms are held, too.
 */
export async function lockSlots(tx: Transaction, slots: readonly SlotKey[]): Promise<void> {
  for (const gymId of new Set(slots.map((slot) => slot.gymId))) await holdGymRules(tx, gymId);
  const keys = [...new Set(slots.map(toLockKey))].toSorted((a, b) => a - b);
  for (const key of keys) {
    await tx.execute(
      sql`select pg_advisory_xact_lock(${advisoryLocks.reservationSlot}, ${key}::integer)`,
    );
  }
}

/** Two slots that share a key wait for each other now and then, and nothing worse. */
function toLockKey({ gymId, startsAt }: SlotKey): number {
  const minutes = Math.floor(startsAt.getTime() / 60_000);
  return (Math.imul(gymId, 0x9e3779b1) + minutes) | 0;
}

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
