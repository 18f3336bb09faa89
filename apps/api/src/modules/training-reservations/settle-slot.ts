import { countNewOffers, offerExpiresAt } from '@tanren/domain/reservation-rules';
import type { Transaction } from '#db/database.ts';
import { endOpenWaits, endOverdueOffers, offerToNext } from './reservation-waits.store.ts';
import type { SlotKey } from './slot-lock.ts';
import { countPlaces, type SlotPlaces } from './slot-places.store.ts';

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
  if (offers > 0) await offerToNext(tx, slot, offers, { now, until: offerExpiresAt(slot, now) });
  const isSettled = places.overdue === 0 && offers === 0;
  return isSettled ? places : await countPlaces(tx, slot, now, sub);
}
