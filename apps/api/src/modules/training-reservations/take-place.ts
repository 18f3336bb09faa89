import { AppError } from '#app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { endWaitOf } from './reservation-waits.store.ts';
import { settleSlot } from './settle-slot.ts';
import type { SlotKey } from './slot-lock.ts';
import { countPlaces, findFreePlace, isFull } from './slot-places.store.ts';
import { holdSession } from './training-reservations.store.ts';

export interface TakenPlace {
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
