import {
  countNewOffers,
  hasBegun,
  isFull,
  offerExpiresAt,
  refuseBooking,
} from '@tanren/domain/reservations';
import { sql } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import {
  countPlaces,
  findFreePlace,
  lockSlots,
  type SlotKey,
  type SlotPlaces,
} from './reservation-slots.store.ts';
import {
  endOpenWaits,
  endOverdueOffers,
  endWaitOf,
  listUnoffered,
  offerTo,
} from './reservation-waits.store.ts';
import { holdSession, listAheadOf } from './training-reservations.store.ts';

/**
 * Ends what is over and offers every free place to those who wait, first come first. Only under
 * the lock of the slot: two at once would offer one place twice. Whoever is about to give a
 * place away calls it first, so that nobody passes those who wait; whoever frees one, afterwards.
 * Answers how it stands then, for the member who asks.
 */
export async function settleSlot(
  tx: Transaction,
  slot: SlotKey,
  now: Date,
  sub: string | null = null,
): Promise<SlotPlaces> {
  const places = await countPlaces(tx, slot, now, sub);
  if (hasBegun(slot, now)) {
    await endOpenWaits(tx, slot, 'started', now);
    return places;
  }
  if (places.overdue > 0) await endOverdueOffers(tx, slot, now);
  const offers = Math.min(places.waiting, countNewOffers(places));
  const next = offers === 0 ? [] : (await listAble(tx, slot, now)).slice(0, offers);
  if (next.length > 0) await offerTo(tx, next, { now, until: offerExpiresAt(slot, now) });
  const isSettled = places.overdue === 0 && next.length === 0;
  return isSettled ? places : await countPlaces(tx, slot, now, sub);
}

/**
 * Those who could take a place now, in their order. Whoever is elsewhere by then, or has all the
 * reservations one may have, keeps the place in the line and is passed over: the next would wait
 * ten minutes for nothing. What nobody in the line can take is free to anybody.
 */
async function listAble(tx: Transaction, slot: SlotKey, now: Date): Promise<number[]> {
  const line = await listUnoffered(tx, slot);
  const reservations = await listAheadOf(
    tx,
    line.map(({ sub }) => sub),
    now,
  );
  return line
    .filter((wait) => {
      const ahead = reservations.filter(({ sub }) => sub === wait.sub);
      return refuseBooking(ahead, wait) === null;
    })
    .map(({ id }) => id);
}

const mostAtOnce = 500;

/**
 * Ends overdue offers and offers places that were freed by nobody's call: by a larger capacity, an
 * erased member, an offer nobody took. Every node does it; whoever comes second to a slot finds
 * it settled.
 */
export async function settleDueSlots(db: Database, now: Date): Promise<void> {
  for (const slot of await findDueSlots(db, now)) {
    await db.transaction(async (tx) => {
      await lockSlots(tx, [slot]);
      await settleSlot(tx, slot, now);
    });
  }
}

/** Only slots somebody waits for are looked at. */
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
    order by w.starts_at, w.gym_id limit ${mostAtOnce}`);
  return rows.map(({ gymId, startsAtMs }) => ({ gymId, startsAt: new Date(startsAtMs) }));
}

interface TakenPlace {
  readonly place: number;
  /** What the member wanted to do when they began to wait for the place. */
  readonly waitedWith: number | null;
}

/** Under the lock of the slot: the place held for the member, or one nobody waits for. */
export async function takePlace(
  tx: Transaction,
  slot: SlotKey,
  sub: string,
  now: Date,
): Promise<TakenPlace> {
  const places = await settleSlot(tx, slot, now, sub);
  if (isFull(places)) throw new AppError('slot_full');
  const wait = places.ownWaits === 0 ? null : await endWaitOf(tx, slot, sub, now);
  return {
    place: await findFreePlace(tx, slot, places.capacity),
    waitedWith: wait?.trainingSessionId ?? null,
  };
}

/**
 * Before the lock: a slot that is full at this moment is refused without queueing for it. Hundreds
 * may want the last place, and only those who could have it need to wait for each other.
 */
export async function refuseFull(
  db: Queryable,
  slot: SlotKey,
  sub: string,
  now: Date,
): Promise<void> {
  if (isFull(await countPlaces(db, slot, now, sub))) throw new AppError('slot_full');
}

/**
 * After the locks of slots and before their rows: whoever deletes a session holds it while its
 * id is taken out of those rows.
 */
export async function requireSession(
  tx: Transaction,
  sub: string,
  trainingSessionId: number | null | undefined,
): Promise<void> {
  if (trainingSessionId === null || trainingSessionId === undefined) return;
  if (!(await holdSession(tx, sub, trainingSessionId))) throw new AppError('not_found');
}
