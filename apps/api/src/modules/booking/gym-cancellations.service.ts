import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import type { Transaction } from '#db/database.ts';
import type { GymRulesChange } from '#modules/gyms/affected-reservations.service.ts';
import type { GymWithHours } from '#modules/gyms/gym-rules.service.ts';
import { createAffectedError } from './affected-reservations.ts';
import {
  cancelExcess,
  type CancelledReservation,
  cancelSlot,
  fileUnder,
  type HeldSlot,
  selectReservedSlots,
  selectWaitedSlots,
  withdrawOffers,
} from './gym-cancellations.store.ts';
import { listDaySlots, type Slot } from './reservation-slots.service.ts';
import { endOpenWaits } from './reservation-waits.store.ts';

/**
 * Adapts reservations and waits to the new rules of a gym, in the transaction that changes the
 * rules and has called `lockGymRules`. A reservation that has begun stays. A reservation that had
 * no slot by the old rules is not cancelled by this change.
 */
export async function applyGymRules(
  tx: Transaction,
  { before, after, cancelAffected, reason }: Omit<GymRulesChange, 'staffSub'>,
  now: Date,
): Promise<CancelledReservation[]> {
  const { id: gymId, capacity } = after.gym;
  const [had, has] = [createSlotFinder(before), createSlotFinder(after)];
  const reserved = (await selectReservedSlots(tx, gymId, now)).filter((slot) => had(slot) !== null);
  const vanished = reserved.filter((slot) => has(slot) === null);
  const crowded =
    capacity < before.gym.capacity
      ? reserved.filter((slot) => has(slot) !== null && slot.reserved > capacity)
      : [];
  const gymName = after.gym.name;
  const affected = [
    ...vanished.map((slot) => ({ ...slot, gymName, count: slot.reserved })),
    ...crowded.map((slot) => ({ ...slot, gymName, count: slot.reserved - capacity })),
  ];
  const affectedCount = affected.reduce((sum, { count }) => sum + count, 0);
  if (affectedCount > 0 && affectedCount !== cancelAffected) throw createAffectedError(affected);

  const cancelled: CancelledReservation[] = [];
  for (const slot of vanished) cancelled.push(...(await cancelSlot(tx, slot, { reason, now })));
  for (const slot of crowded) {
    const excess = slot.reserved - capacity;
    cancelled.push(...(await cancelExcess(tx, slot, { capacity, excess }, { reason, now })));
  }
  const stay = new Map(
    reserved.map((slot) => [slot.startsAt.getTime(), Math.min(slot.reserved, capacity)]),
  );
  for (const wait of await selectWaitedSlots(tx, gymId, now)) {
    if (has(wait) === null) await endOpenWaits(tx, wait, 'closed', now);
    const excess = (stay.get(wait.startsAt.getTime()) ?? 0) + wait.offered - capacity;
    if (excess > 0) await withdrawOffers(tx, wait, excess, now);
    await refile(tx, wait, has(wait));
  }
  for (const slot of reserved) await refile(tx, slot, has(slot));
  return cancelled;
}

async function refile(tx: Transaction, held: HeldSlot, slot: Slot | null): Promise<void> {
  if (slot !== null && slot.gymDay !== held.gymDay) await fileUnder(tx, held, slot.gymDay);
}

/**
 * Returns a function that finds the slot with the same minutes. After midnight it may belong to the
 * day before.
 */
function createSlotFinder(rules: GymWithHours): (held: HeldSlot) => Slot | null {
  const known = new Map<string, readonly Slot[]>();
  const slotsOf = (gymDay: string) => {
    const slots = known.get(gymDay) ?? listDaySlots(rules, gymDay);
    known.set(gymDay, slots);
    return slots;
  };
  return ({ startsAt, endsAt }) => {
    const day = toGymDay(startsAt);
    const near = [...slotsOf(day), ...slotsOf(addDays(day, -1))];
    const isSame = (slot: Slot) =>
      slot.startsAt.getTime() === startsAt.getTime() && slot.endsAt.getTime() === endsAt.getTime();
    return near.find(isSame) ?? null;
  };
}
