import { defaultPageLimit } from '@tanren/contract/endpoint';
import { chooseMembership } from '@tanren/domain/memberships/memberships';
import {
  changeableUntil,
  decideBooking,
  isChangeable,
  overlaps,
} from '@tanren/domain/booking/reservations';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { lockGymRulesShared } from '#modules/gyms/gym-rules.service.ts';
import {
  lockMemberships,
  lockMemberReservations,
} from '#modules/memberships/held-memberships.service.ts';
import { requireSlot, requireSlotAt, type SlotRequest } from './reservation-slots.service.ts';
import { lockSlots } from './reservation-slots.store.ts';
import { rejectFull, requireMenu, promoteWaiters, takeSeat } from './promote-waiters.ts';
import {
  changeReservation,
  findReservation,
  insertReservation,
  type OwnReservation,
  type SeenReservation,
  selectAhead,
  selectPast,
  selectReservation,
  selectUpcoming,
} from './training-reservations.store.ts';

export async function readReservation(
  db: Queryable,
  sub: string,
  id: number,
): Promise<SeenReservation> {
  const [found] = await selectReservation(db, sub, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

interface ReservationPageRequest {
  readonly time?: 'upcoming' | 'past';
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readReservationPage(
  db: Queryable,
  sub: string,
  { time = 'upcoming', cursor, limit = defaultPageLimit }: ReservationPageRequest,
  now: Date,
): Promise<Page<SeenReservation>> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const select = time === 'upcoming' ? selectUpcoming : selectPast;
  return cutPage(await select(db, { sub, from, limit: limit + 1 }, now), limit);
}

interface ReservationRequest extends SlotRequest {
  readonly sub: string;
  /** Address for a cancellation by the gym. `null` if the token has none; then no mail is sent. */
  readonly email: string | null;
  /** Menu of the visit. `undefined` for the one chosen for the waiting list, if any. */
  readonly trainingSessionId: number | null | undefined;
}

/**
 * Reserves a slot. It locks the account, the member, the gym's rules, the slot and the menu, in
 * this order, and every decisive check comes after. The new reservation is read in the same
 * transaction: waiting for another connection could fail, and the member would see an error for a
 * stored reservation.
 */
export async function reserve(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, email, trainingSessionId, ...request }: ReservationRequest,
  now: Date,
): Promise<SeenReservation> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberReservations(tx, sub);
    await lockGymRulesShared(tx, request.gymId);
    const slot = await requireSlot(tx, request, now);
    const ahead = await selectAhead(tx, sub, now);
    const memberships = await lockMemberships(tx, { sub, gymId: slot.gymId }, now);
    const decision = decideBooking({ ahead, memberships }, slot);
    if ('refusal' in decision) throw new AppError(decision.refusal);
    const { membershipId } = decision.membership;
    await rejectFull(tx, slot, sub, now);
    await lockSlots(tx, [slot]);
    await requireMenu(tx, sub, trainingSessionId);
    const { seat, waitedWith } = await takeSeat(tx, slot, sub, now);
    const menu = trainingSessionId === undefined ? waitedWith : trainingSessionId;
    const made = { ...slot, seat, sub, email, trainingSessionId: menu, membershipId };
    return await readReservation(tx, sub, await insertReservation(tx, { ...made, createdAt: now }));
  });
}

interface ReservationChange extends OwnReservation {
  /** Address of the member. `null` if the token has none; then a move keeps the stored address. */
  readonly email: string | null;
  readonly startsAt: Date;
  /** Menu of the visit. `undefined` to keep the present one. */
  readonly trainingSessionId: number | null | undefined;
}

/**
 * Moves a reservation to another slot of its gym, or changes its menu. Repeating the request
 * changes nothing.
 */
export async function changeOwn(
  db: Queryable,
  change: ReservationChange,
  now: Date,
): Promise<SeenReservation> {
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, change.sub);
    const found = await findReservation(tx, change);
    if (found === null || found.cancelledAt !== null) throw new AppError('not_found');
    const stays = found.startsAt.getTime() === change.startsAt.getTime();
    await (stays ? changeMenu(tx, found, change, now) : move(tx, found, change, now));
    return await readReservation(tx, change.sub, change.id);
  });
}

type FoundReservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>;

/**
 * Changes the menu of a visit. Other members are not affected, so it is allowed until the
 * reservation ends.
 */
async function changeMenu(
  tx: Transaction,
  found: FoundReservation,
  { sub, trainingSessionId }: ReservationChange,
  now: Date,
): Promise<void> {
  if (trainingSessionId === undefined || trainingSessionId === found.trainingSessionId) return;
  if (found.endsAt <= now) throw new AppError('deadline_passed');
  await requireMenu(tx, sub, trainingSessionId);
  await changeReservation(tx, found.id, { trainingSessionId });
}

/**
 * Moves a reservation. Its present visit does not count, and the new slot has to fulfil the rules
 * of booking.
 */
async function move(
  tx: Transaction,
  found: FoundReservation,
  { sub, email, startsAt, trainingSessionId }: ReservationChange,
  now: Date,
): Promise<void> {
  rejectLate(found, now);
  await lockGymRulesShared(tx, found.gymId);
  const slot = await requireSlotAt(tx, { gymId: found.gymId, startsAt }, now);
  const memberships = await lockMemberships(tx, { sub, gymId: slot.gymId }, now, [found.id]);
  const chosen = chooseMembership(memberships, slot);
  if ('refusal' in chosen) throw new AppError(chosen.refusal);
  const others = (await selectAhead(tx, sub, now)).filter(({ id }) => id !== found.id);
  if (others.some((other) => overlaps(other, slot))) throw new AppError('overlap');
  await rejectFull(tx, slot, sub, now);
  await lockSlots(tx, [found, slot]);
  await requireMenu(tx, sub, trainingSessionId);
  const { seat } = await takeSeat(tx, slot, sub, now);
  const { gymDay, endsAt } = slot;
  const menu = trainingSessionId === undefined ? {} : { trainingSessionId };
  const { membershipId } = chosen.membership;
  const known = email ?? found.email;
  const target = { gymDay, startsAt, endsAt, seat, membershipId, email: known };
  // The reservation may already be marked as entered, if the member stayed after the one before.
  const change = { ...target, ...menu, enteredAt: null, enteredBy: null };
  if (!(await changeReservation(tx, found.id, change))) throw new AppError('not_found');
  await promoteWaiters(tx, found, now);
}

/** Cancels a reservation of the member and returns its gym. */
export async function cancelOwn(db: Queryable, own: OwnReservation, now: Date): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, own.sub);
    const found = await findReservation(tx, own);
    if (found === null) throw new AppError('not_found');
    if (found.cancelledAt !== null) return found.gymId;
    rejectLate(found, now);
    await lockSlots(tx, [found]);
    if (await changeReservation(tx, found.id, { cancelledAt: now, email: null })) {
      await promoteWaiters(tx, found, now);
    }
    return found.gymId;
  });
}

function rejectLate(found: FoundReservation, now: Date): void {
  const until = changeableUntil(found, found.deadlineMinutes);
  if (!isChangeable(until, now)) throw new AppError('deadline_passed');
}
