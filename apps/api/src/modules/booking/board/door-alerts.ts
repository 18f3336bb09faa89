import type { DoorAlert } from '@tanren/contract/booking/staff-board';
import { doorLeadMs, doorOpensAt, doorStepSeconds } from '@tanren/domain/booking/door';
import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { SlotTime } from '@tanren/domain/booking/reservations';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { doorEntries } from '#db/schema/booking.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { type BoardDay, longestDayMinutes } from './staff-board.store.ts';

interface SeatedMember extends SlotTime {
  readonly id: number;
  readonly sub: string;
}

/**
 * Lists what the desk has to check: the door was opened with a code of no reservation, or a second
 * time for the same visit. A code was guessed or passed on, or a member went out and came back.
 */
export async function listDoorAlerts(
  db: Queryable,
  day: BoardDay,
  visits: readonly SeatedMember[],
): Promise<DoorAlert[]> {
  const { gymId, gymDay } = day;
  const entries = await selectDoorEntries(db, day);
  if (entries.length === 0) return [];
  const gym = await readGymHours(db, gymId, addDays(gymDay, -1), addDays(gymDay, 1));
  const firstOf = new Map<number, Date>();
  const alerts: DoorAlert[] = [];
  for (const { sub, enteredAt } of entries) {
    const at = enteredAt.toISOString();
    if (sub === null) {
      const isOfDay = gym !== null && gymDayOf(enteredAt, gym.hours) === gymDay;
      if (isOfDay) alerts.push({ at, kind: 'unknown', reservationId: null, firstAt: null });
      continue;
    }
    const visit = visits.find((one) => one.sub === sub && isWithin(one, enteredAt));
    if (visit === undefined) continue;
    const reservationId = visit.id;
    const firstAt = firstOf.get(reservationId);
    if (firstAt === undefined) firstOf.set(reservationId, enteredAt);
    else alerts.push({ at, kind: 'again', reservationId, firstAt: firstAt.toISOString() });
  }
  return alerts;
}

/**
 * Returns whether an entry belongs to a slot. The lock accepts the code of the last minute for one
 * minute longer.
 */
function isWithin(slot: SlotTime, at: Date): boolean {
  return doorOpensAt(slot) <= at && at.getTime() < slot.endsAt.getTime() + doorStepSeconds * 1000;
}

/** Selects the entries that may belong to the gym day, earliest first. */
function selectDoorEntries(db: Queryable, { gymId, gymDay }: BoardDay) {
  const { sub, enteredAt } = doorEntries;
  // The door opens before the first slot, which may begin at midnight.
  const from = new Date(toGymInstant(gymDay, 0).getTime() - doorLeadMs);
  return db
    .select({ sub, enteredAt })
    .from(doorEntries)
    .where(
      and(
        eq(doorEntries.gymId, gymId),
        gte(enteredAt, from),
        lt(enteredAt, toGymInstant(gymDay, longestDayMinutes)),
      ),
    )
    .orderBy(asc(enteredAt));
}
