import { and, asc, count, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { type ReservationWaitRow, reservationWaits, type WaitEnd } from '#db/schema/booking.ts';
import type { SlotKey } from './reservation-slots.store.ts';

const isOpen = isNull(reservationWaits.endedAt);

function isIn({ gymId, startsAt }: SlotKey) {
  return and(eq(reservationWaits.gymId, gymId), eq(reservationWaits.startsAt, startsAt), isOpen);
}

/** Returns the values of an ended wait. It sends no mail, so its address is deleted. */
function ending(reason: WaitEnd, now: Date) {
  return { endedAt: now, endReason: reason, email: null };
}

/** Ends the member's wait in a slot. Returns `null` if there was none. */
export async function endWaitOf(
  tx: Transaction,
  slot: SlotKey,
  sub: string,
  now: Date,
): Promise<Pick<ReservationWaitRow, 'trainingSessionId'> | null> {
  const [ended] = await tx
    .update(reservationWaits)
    .set(ending('reserved', now))
    .where(and(isIn(slot), eq(reservationWaits.sub, sub)))
    .returning({ trainingSessionId: reservationWaits.trainingSessionId });
  return ended ?? null;
}

export async function endWaits(
  tx: Transaction,
  waits: readonly Pick<ReservationWaitRow, 'id'>[],
  reason: WaitEnd,
  now: Date,
): Promise<void> {
  const ids = waits.map(({ id }) => id);
  await tx
    .update(reservationWaits)
    .set(ending(reason, now))
    .where(and(inArray(reservationWaits.id, ids), isOpen));
}

export async function endOpenWaits(
  tx: Transaction,
  slot: SlotKey,
  reason: WaitEnd,
  now: Date,
): Promise<void> {
  await tx.update(reservationWaits).set(ending(reason, now)).where(isIn(slot));
}

export async function endOverdueOffers(tx: Transaction, slot: SlotKey, now: Date): Promise<void> {
  await tx
    .update(reservationWaits)
    .set(ending('expired', now))
    .where(and(isIn(slot), lte(reservationWaits.offerExpiresAt, now)));
}

/**
 * Lists the waits for these slots without an offer, first come first served. The ids have that
 * order, because they are assigned under the slot's lock.
 */
export async function listUnoffered(db: Queryable, slots: readonly SlotKey[]) {
  const { id, gymId, gymDay, sub, startsAt, endsAt, offeredAt } = reservationWaits;
  return await db
    .select({ id, gymId, gymDay, sub, startsAt, endsAt })
    .from(reservationWaits)
    .where(and(or(...slots.map(isIn)), isNull(offeredAt)))
    .orderBy(asc(id));
}

export async function offerTo(
  tx: Transaction,
  waits: readonly number[],
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  await tx
    .update(reservationWaits)
    .set({ offeredAt: now, offerExpiresAt: until })
    .where(inArray(reservationWaits.id, [...waits]));
}

export async function findOpenWait(
  db: Queryable,
  slot: SlotKey,
  sub: string,
): Promise<ReservationWaitRow | null> {
  const [found] = await db
    .select()
    .from(reservationWaits)
    .where(and(isIn(slot), eq(reservationWaits.sub, sub)));
  return found ?? null;
}

export async function findWait(
  db: Queryable,
  sub: string,
  id: number,
): Promise<ReservationWaitRow | null> {
  const [found] = await db
    .select()
    .from(reservationWaits)
    .where(and(eq(reservationWaits.id, id), eq(reservationWaits.sub, sub)));
  return found ?? null;
}

/**
 * Returns the condition of a wait that has not ended, and will not end when the slot is settled
 * next.
 */
function isAlive(now: Date) {
  const { startsAt, offerExpiresAt } = reservationWaits;
  return and(isOpen, gt(startsAt, now), or(isNull(offerExpiresAt), gt(offerExpiresAt, now)));
}

export async function countWaitsOf(db: Queryable, sub: string, now: Date): Promise<number> {
  const [found] = await db
    .select({ waits: count() })
    .from(reservationWaits)
    .where(and(eq(reservationWaits.sub, sub), isAlive(now)));
  return found?.waits ?? 0;
}

export async function insertWait(
  tx: Transaction,
  wait: Pick<
    ReservationWaitRow,
    'gymId' | 'gymDay' | 'startsAt' | 'endsAt' | 'sub' | 'trainingSessionId' | 'email' | 'createdAt'
  >,
): Promise<number> {
  const [made] = await tx
    .insert(reservationWaits)
    .values(wait)
    .returning({ id: reservationWaits.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

export async function changeWaitMenu(
  tx: Transaction,
  id: number,
  trainingSessionId: number | null,
): Promise<void> {
  await tx.update(reservationWaits).set({ trainingSessionId }).where(eq(reservationWaits.id, id));
}

const ahead = alias(reservationWaits, 'ahead');

export type RankedWait = Awaited<ReturnType<typeof selectWaits>>[number];

/** Selects the member's waits, each with its position in the waiting list, earliest slot first. */
export function selectWaits(db: Queryable, sub: string, now: Date) {
  const { id, gymId, gymDay, startsAt, endsAt, offerExpiresAt } = reservationWaits;
  const before = db
    .select({ waits: count() })
    .from(ahead)
    .where(
      and(
        eq(ahead.gymId, gymId),
        eq(ahead.startsAt, startsAt),
        isNull(ahead.endedAt),
        lt(ahead.id, id),
        or(isNull(ahead.offerExpiresAt), gt(ahead.offerExpiresAt, now)),
      ),
    );
  return db
    .select({
      id,
      gymId,
      gymName: gyms.name,
      gymDay,
      startsAt,
      endsAt,
      offerExpiresAt,
      position: sql<number>`1 + (${before})::integer`,
    })
    .from(reservationWaits)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(and(eq(reservationWaits.sub, sub), isAlive(now)))
    .orderBy(asc(startsAt), asc(id));
}

export function purgeEndedWaits(db: Queryable, before: Date) {
  return db.delete(reservationWaits).where(lt(reservationWaits.endedAt, before));
}
