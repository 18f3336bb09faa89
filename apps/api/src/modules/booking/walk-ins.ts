import { overlaps } from '@tanren/domain/booking/reservations';
import { decideWalkIn, type WalkInProblem } from '@tanren/domain/booking/walk-ins';
import { AppError } from '#http/app-error.ts';
import type { Transaction } from '#db/database.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';
import { lockMemberships } from '#modules/memberships/held-memberships.service.ts';
import { requireSlotAround } from './reservation-slots.service.ts';
import { countSeats, findFreeSeat, lockSlots } from './reservation-slots.store.ts';
import { findReservation, insertReservation, selectAhead } from './training-reservations.store.ts';

interface WalkIn {
  readonly sub: string;
  readonly gymId: number;
  /** Whether staff let the member in although a requirement is missing. */
  readonly ignoreMissing: boolean;
}

interface WalkInAnswer {
  /** Id of the stored visit. `null` when a requirement is missing. */
  readonly reservationId: number | null;
  readonly missing: readonly WalkInProblem[];
  /**
   * Whether a visit was added. `false` when the member had a reservation for the slot, or was let
   * in before.
   */
  readonly isNew: boolean;
}

/**
 * Stores a visit in the present slot as a reservation, so that it counts for the month and is
 * exported and erased like one. A full slot gets one more seat. The caller has locked the member's
 * reservations and marks the entry.
 */
export async function addWalkIn(
  tx: Transaction,
  { sub, gymId, ignoreMissing }: WalkIn,
  now: Date,
): Promise<WalkInAnswer> {
  await lockGymRulesShared(tx, gymId);
  const slot = await requireSlotAround(tx, gymId, now);
  const ahead = await selectAhead(tx, sub, now);
  const held = ahead.find((reservation) => overlaps(reservation, slot));
  if (held !== undefined) {
    const found = await findReservation(tx, { id: held.id, sub });
    if (found?.gymId !== gymId) throw new AppError('overlap');
    return { reservationId: held.id, missing: [], isNew: false };
  }
  const memberships = await lockMemberships(tx, { sub, gymId }, now);
  await lockSlots(tx, [slot]);
  const seats = await countSeats(tx, slot, now);
  const { missing, membershipId } = decideWalkIn(memberships, slot, seats);
  if (missing.length > 0 && !ignoreMissing) return { reservationId: null, missing, isNew: false };
  const seat = await findFreeSeat(tx, slot, Math.max(seats.capacity, seats.reserved + 1));
  const reservationId = await insertReservation(tx, {
    ...slot,
    seat,
    sub,
    membershipId,
    createdAt: now,
  });
  return { reservationId, missing, isNew: true };
}
