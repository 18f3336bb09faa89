import { countNewOffers, findObstacle, offerExpiresAt } from '@tanren/domain/reservation-rules';
import type { Transaction } from '#db/database.ts';
import {
  endOpenWaits,
  endOverdueOffers,
  listUnoffered,
  offerTo,
} from './reservation-waits.store.ts';
import type { SlotKey } from './slot-lock.ts';
import { countPlaces, type SlotPlaces } from './slot-places.store.ts';
import { listAheadOf } from './training-reservations.store.ts';

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
  if (slot.startsAt <= now) {
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
      return findObstacle(ahead, wait) === null;
    })
    .map(({ id }) => id);
}
