import { findOpenTime, type GymHours } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import { listSlots, type SlotTime } from '@tanren/domain/booking/reservations';
import { and, asc, count, countDistinct, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { readGymHours } from './gym-rules.service.ts';

/**
 * Counts the machines of a gym by type, and how many of them are used, with a link or without. Machines under
 * inspection are left out. A type whose machines are all under inspection has none.
 */
export async function countMachines(db: Queryable, gymId: number, now: Date) {
  const links = tanrenConnections;
  const idleSince = new Date(now.getTime() - idleReleaseMs);
  const isOffered = isNull(machines.inspectionSince);
  return await db
    .select({
      workoutTypeId: machines.workoutTypeId,
      machineCount: sql`count(*) filter (where ${isOffered})`.mapWith(Number),
      inUse: sql`count(*) filter (where ${isOffered}
        and (${links.id} is not null or ${machines.usedUntil} > ${now}))`.mapWith(Number),
    })
    .from(machines)
    .leftJoin(
      links,
      and(
        eq(links.machineId, machines.id),
        isNull(links.endedAt),
        // Idle links are left out, because they are released within half a minute.
        gt(links.lastActiveAt, idleSince),
      ),
    )
    .where(and(eq(machines.gymId, gymId), isNull(machines.retiredAt)))
    .groupBy(machines.workoutTypeId)
    .orderBy(asc(machines.workoutTypeId));
}

function inSlots(gymId: number, starts: readonly Date[]) {
  return and(
    eq(trainingReservations.gymId, gymId),
    inArray(trainingReservations.startsAt, [...starts]),
    isNull(trainingReservations.cancelledAt),
  );
}

async function countReserved(db: Queryable, gymId: number, starts: readonly Date[]) {
  const { startsAt } = trainingReservations;
  return await db
    .select({ startsAt, reserved: count() })
    .from(trainingReservations)
    .where(inSlots(gymId, starts))
    .groupBy(startsAt);
}

/** Counts the members who come to these slots with a menu that contains the type. */
async function countExpected(db: Queryable, gymId: number, starts: readonly Date[]) {
  const item = sql`jsonb_array_elements(${trainingSessions.items})`.as('item');
  const planned = db
    .select({ sub: trainingReservations.sub, item })
    .from(trainingReservations)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingReservations.trainingSessionId))
    .where(inSlots(gymId, starts))
    .as('planned');
  const workoutTypeId = sql<number>`(${planned.item} ->> 'workoutTypeId')::int`;
  return await db
    .select({ workoutTypeId, expected: countDistinct(planned.sub) })
    .from(planned)
    .groupBy(workoutTypeId);
}

/** Maximum number of slots: the present one and three more. */
const maxSlots = 4;

/** Lists the gym days that may be under way. Yesterday's can last until past midnight. */
function listNearDays(now: Date): [yesterday: string, today: string] {
  const today = toGymDay(now);
  return [addDays(today, -1), today];
}

/** Lists the slots of the present gym day that are not over. */
export function listNearSlots(hours: GymHours, slotMinutes: number, now: Date): SlotTime[] {
  for (const day of listNearDays(now)) {
    const slots = listSlots(findOpenTime(hours, day), slotMinutes);
    const left = slots.filter(({ endsAt }) => endsAt > now);
    if (left.length > 0) return left.slice(0, maxSlots);
  }
  return [];
}

/** Lists the slots whose members come now or next: the present one and the one after it. */
export function listImminent(slots: readonly SlotTime[], now: Date): SlotTime[] {
  const running = slots.filter(({ startsAt }) => startsAt <= now);
  return slots.slice(0, running.length + 1);
}

export interface TypeCrowd {
  readonly workoutTypeId: number;
  readonly machineCount: number;
  readonly inUse: number;
  readonly expected: number;
}

interface SlotCrowd extends SlotTime {
  readonly capacity: number;
  readonly reserved: number;
}

export interface Crowd {
  readonly types: TypeCrowd[];
  readonly slots: SlotCrowd[];
}

/** Reads how crowded a gym is. It returns only numbers and never names a member. */
export async function readCrowd(db: Queryable, gymId: number, now: Date): Promise<Crowd> {
  const found = await readGymHours(db, gymId, ...listNearDays(now));
  if (found === null) throw new AppError('not_found');
  const { gym, hours } = found;
  const slots = listNearSlots(hours, gym.slotMinutes, now);
  const [types, reserved, expected] = await Promise.all([
    countMachines(db, gymId, now),
    countReserved(db, gymId, listStarts(slots)),
    countExpected(db, gymId, listStarts(listImminent(slots, now))),
  ]);
  return {
    types: types
      .filter(({ machineCount }) => machineCount > 0)
      .map((type) => ({
        ...type,
        expected:
          expected.find(({ workoutTypeId }) => workoutTypeId === type.workoutTypeId)?.expected ?? 0,
      })),
    slots: slots.map((slot) => ({
      ...slot,
      capacity: gym.capacity,
      reserved:
        reserved.find(({ startsAt }) => startsAt.getTime() === slot.startsAt.getTime())?.reserved ??
        0,
    })),
  };
}

function listStarts(slots: readonly SlotTime[]): Date[] {
  return slots.map(({ startsAt }) => startsAt);
}
