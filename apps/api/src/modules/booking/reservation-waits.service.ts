import { chooseMembership, type HeldMembership } from '@tanren/domain/memberships/memberships';
import { isFull, maxWaits, overlaps } from '@tanren/domain/booking/reservations';
import { AppError } from '#http/app-error.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';
import {
  lockMemberships,
  lockMemberReservations,
} from '#modules/memberships/held-memberships.service.ts';
import type { ReservationWaitRow } from '#db/schema/booking.ts';
import { requireSlot, type Slot, type SlotRequest } from './reservation-slots.service.ts';
import {
  changeWaitMenu,
  countWaitsOf,
  endWaits,
  findOpenWait,
  findWait,
  insertWait,
  type RankedWait,
  selectWaits,
} from './reservation-waits.store.ts';
import { requireMenu, promoteWaiters } from './promote-waiters.ts';
import { countSeats, lockSlots } from './reservation-slots.store.ts';
import { selectAhead } from './training-reservations.store.ts';

interface WaitRequest extends SlotRequest {
  readonly sub: string;
  readonly trainingSessionId: number | null | undefined;
  /** Address of the member. `null` if the token has none; then no mail is sent. */
  readonly email: string | null;
}

/**
 * Adds the member to the waiting list. Joining again keeps the position. Locks are taken in the
 * same order as in `reserve`.
 */
export async function joinWaits(
  db: Queryable,
  lockAccount: LockAccount,
  request: WaitRequest,
  now: Date,
): Promise<RankedWait> {
  const { sub, trainingSessionId } = request;
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberReservations(tx, sub);
    await lockGymRulesShared(tx, request.gymId);
    const slot = await requireSlot(tx, request, now);
    const memberships = await lockMemberships(tx, { sub, gymId: slot.gymId }, now);
    await lockSlots(tx, [slot]);
    await requireMenu(tx, sub, trainingSessionId);
    await promoteWaiters(tx, slot, now);
    const known = await findOpenWait(tx, slot, sub);
    const id =
      known === null
        ? await addWait(tx, slot, { ...request, memberships }, now)
        : await storeWait(tx, known, request);
    const joined = (await selectWaits(tx, sub, now)).find((wait) => wait.id === id);
    if (joined === undefined) throw new Error('a wait is not among those of its member');
    return joined;
  });
}

async function storeWait(
  tx: Transaction,
  { id }: ReservationWaitRow,
  { trainingSessionId }: WaitRequest,
): Promise<number> {
  if (trainingSessionId !== undefined) await changeWaitMenu(tx, id, trainingSessionId);
  return id;
}

async function addWait(
  tx: Transaction,
  slot: Slot,
  request: WaitRequest & { readonly memberships: readonly HeldMembership[] },
  now: Date,
): Promise<number> {
  const { sub, email, trainingSessionId = null } = request;
  const chosen = chooseMembership(request.memberships, slot);
  if ('refusal' in chosen) throw new AppError(chosen.refusal);
  if ((await countWaitsOf(tx, sub, now)) >= maxWaits) throw new AppError('limit_reached');
  const ahead = await selectAhead(tx, sub, now);
  if (ahead.some((reservation) => overlaps(reservation, slot))) throw new AppError('overlap');
  if (!isFull(await countSeats(tx, slot, now))) throw new AppError('slot_available');
  return await insertWait(tx, { ...slot, sub, email, trainingSessionId, createdAt: now });
}

export async function readWaits(db: Queryable, sub: string, now: Date): Promise<RankedWait[]> {
  return await selectWaits(db, sub, now);
}

/**
 * Ends a wait, and offers a seat that was held for the member to the next in line. Returns the gym.
 */
export async function leaveWait(
  db: Queryable,
  { sub, waitId }: { readonly sub: string; readonly waitId: number },
  now: Date,
): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, sub);
    const found = await findWait(tx, sub, waitId);
    if (found === null) throw new AppError('not_found');
    if (found.endedAt !== null) return found.gymId;
    await lockSlots(tx, [found]);
    await endWaits(tx, [found], 'left', now);
    await promoteWaiters(tx, found, now);
    return found.gymId;
  });
}
