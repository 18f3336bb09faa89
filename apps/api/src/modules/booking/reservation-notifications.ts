import { describeGymCancellation, describeOffer } from '@tanren/domain/members/notification-texts';
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { queueNotifications } from '#modules/members/notifications/notification-requests.service.ts';

interface NotifiedSlot {
  /** Id of the wait or of the reservation. */
  readonly id: number;
  readonly sub: string;
  readonly gymId: number;
  readonly gymDay: string;
  readonly startsAt: Date;
}

/**
 * Notifies waiting members that a seat is held for them. A seat may be offered to the same wait
 * again.
 */
export async function queueOffers(
  tx: Transaction,
  waits: readonly NotifiedSlot[],
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  const notifications = (await addGymNames(tx, waits)).map((wait) => ({
    sub: wait.sub,
    kind: 'offer' as const,
    topic: `offer-${wait.id}`,
    ...describeOffer(wait, until),
    refId: wait.id,
    happenedAt: now,
    usefulUntil: until,
  }));
  await queueNotifications(tx, notifications, { repeat: 'again' });
}

const cancellationMs = 24 * 60 * 60 * 1000;

/** Notifies members that the gym has cancelled their reservation. */
export async function queueGymCancellations(
  tx: Transaction,
  reservations: readonly NotifiedSlot[],
  now: Date,
): Promise<void> {
  const notifications = (await addGymNames(tx, reservations)).map((lost) => ({
    sub: lost.sub,
    kind: 'gym-cancelled' as const,
    topic: `cancelled-${lost.id}`,
    ...describeGymCancellation(lost, lost.id),
    happenedAt: now,
    usefulUntil: new Date(now.getTime() + cancellationMs),
  }));
  await queueNotifications(tx, notifications);
}

async function addGymNames<T extends NotifiedSlot>(tx: Transaction, slots: readonly T[]) {
  const ids = [...new Set(slots.map(({ gymId }) => gymId))];
  if (ids.length === 0) return [];
  const { id, name } = gyms;
  const named = await tx.select({ id, name }).from(gyms).where(inArray(id, ids));
  const nameOf = new Map(named.map((gym) => [gym.id, gym.name]));
  return slots.map((slot) => ({ ...slot, gymName: nameOf.get(slot.gymId) ?? '' }));
}
