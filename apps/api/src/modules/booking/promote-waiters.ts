import {
  chooseNextOffers,
  countOpenSeats,
  hasBegun,
  isFull,
  offerExpiresAt,
  type SeatCount,
} from '@tanren/domain/booking/reservations';
import { sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { listHeldMemberships } from '#modules/memberships/held-memberships.service.ts';
import {
  countSeats,
  findFreeSeat,
  lockSlots,
  type SlotKey,
  type SlotSeats,
} from './reservation-slots.store.ts';
import {
  endOpenWaits,
  endOverdueOffers,
  endWaitOf,
  listUnoffered,
  offerTo,
} from './reservation-waits.store.ts';
import { queueOffers } from './reservation-notifications.ts';
import { lockVisibleMenu, listAheadOf } from './training-reservations.store.ts';

/**
 * Ends expired offers and offers every open seat to waiting members, first come first served. The
 * caller has locked the slot, because two calls at once would offer one seat twice. Booking calls
 * it before it takes a seat, so that no member passes the waiting list. A call that frees a seat
 * calls it afterwards. Returns the slot's seats after that, for the member `sub`.
 */
export async function promoteWaiters(
  tx: Transaction,
  slot: SlotKey,
  now: Date,
  sub: string | null = null,
): Promise<SlotSeats> {
  const seats = await countSeats(tx, slot, now, sub);
  if (hasBegun(slot, now)) {
    await endOpenWaits(tx, slot, 'started', now);
    return seats;
  }
  if (seats.overdue > 0) await endOverdueOffers(tx, slot, now);
  const canOffer = seats.waiting > 0 && countOpenSeats(seats) > 0;
  const [next = []] = canOffer ? await listNextOffers(tx, [{ ...slot, ...seats }], now) : [];
  if (next.length > 0) {
    const ids = next.map(({ id }) => id);
    const until = offerExpiresAt(slot, now);
    await offerTo(tx, ids, { now, until });
    await queueOffers(tx, next, { now, until });
  }
  const isUpToDate = seats.overdue === 0 && next.length === 0;
  return isUpToDate ? seats : await countSeats(tx, slot, now, sub);
}

/** Returns, for each slot, the waits that get its open seats as soon as the slot is settled. */
export async function listNextOffers(
  db: Queryable,
  slots: readonly (SlotKey & SeatCount)[],
  now: Date,
) {
  const waiting = await listUnoffered(db, slots);
  const members = waiting.map(({ sub }) => sub);
  const reservations = await listAheadOf(db, members, now);
  const memberships = await listHeldMemberships(db, members, now);
  return slots.map((slot) => {
    const line = waiting.filter(
      ({ gymId, startsAt }) =>
        gymId === slot.gymId && startsAt.getTime() === slot.startsAt.getTime(),
    );
    return chooseNextOffers(slot, line, (wait) => ({
      ahead: reservations.filter(({ sub }) => sub === wait.sub),
      memberships: memberships.get(wait.sub) ?? [],
    }));
  });
}

const maxBatchSize = 500;

/**
 * Ends expired offers, and offers seats that no call has freed: a capacity grew, a member was
 * erased, or an offer expired. Every node does it, and the second one finds the slot settled.
 * Returns the gyms of the slots.
 */
export async function promoteDueWaiters(db: Database, now: Date): Promise<ReadonlySet<number>> {
  const slots = await findDueSlots(db, now);
  for (const slot of slots) {
    await db.transaction(async (tx) => {
      await lockSlots(tx, [slot]);
      await promoteWaiters(tx, slot, now);
    });
  }
  return new Set(slots.map(({ gymId }) => gymId));
}

/** Finds the slots with waits that have to be settled now. */
export async function findDueSlots(db: Queryable, now: Date): Promise<SlotKey[]> {
  const { rows } = await db.execute<{ gymId: number; startsAtMs: number }>(sql`
    select w.gym_id as "gymId", extract(epoch from w.starts_at)::float8 * 1000 as "startsAtMs"
    from (
      select gym_id, starts_at,
        count(*) filter (where offered_at is null) as waiting,
        count(*) filter (where offer_expires_at > ${now}) as offered,
        bool_or(offer_expires_at <= ${now}) as overdue
      from ${reservationWaits} where ended_at is null group by gym_id, starts_at
    ) w join ${gyms} g on g.id = w.gym_id
    where w.starts_at <= ${now} or w.overdue or (w.waiting > 0 and g.capacity > w.offered + (
      select count(*) from ${trainingReservations} r
      where r.gym_id = w.gym_id and r.starts_at = w.starts_at and r.cancelled_at is null
    ))
    order by w.starts_at, w.gym_id limit ${maxBatchSize}`);
  return rows.map(({ gymId, startsAtMs }) => ({ gymId, startsAt: new Date(startsAtMs) }));
}

interface TakenSeat {
  readonly seat: number;
  /** The menu that the member chose when joining the waiting list. `null` if there is none. */
  readonly waitedWith: number | null;
}

/** Takes the seat held for the member, or an open one. The caller has locked the slot. */
export async function takeSeat(
  tx: Transaction,
  slot: SlotKey,
  sub: string,
  now: Date,
): Promise<TakenSeat> {
  const seats = await promoteWaiters(tx, slot, now, sub);
  if (isFull(seats)) throw new AppError('slot_full');
  const wait = seats.ownWaits === 0 ? null : await endWaitOf(tx, slot, sub, now);
  return {
    seat: await findFreeSeat(tx, slot, seats.capacity),
    waitedWith: wait?.trainingSessionId ?? null,
  };
}

/**
 * Rejects a slot that is full at this moment, before the call waits for its lock. Hundreds may want
 * the last seat, and only calls that could get it need to wait for each other.
 */
export async function rejectFull(
  db: Queryable,
  slot: SlotKey,
  sub: string,
  now: Date,
): Promise<void> {
  if (isFull(await countSeats(db, slot, now, sub))) throw new AppError('slot_full');
}

/**
 * Locks the menu of a request and throws if the member cannot see it. It comes after the locks of
 * slots and before any change of their rows: deleting a menu locks the menu first and then takes
 * its id out of those rows.
 */
export async function requireMenu(
  tx: Transaction,
  sub: string,
  trainingSessionId: number | null | undefined,
): Promise<void> {
  if (trainingSessionId === null || trainingSessionId === undefined) return;
  if (!(await lockVisibleMenu(tx, sub, trainingSessionId))) throw new AppError('not_found');
}
