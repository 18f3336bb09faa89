import { toGymDay, addDays } from '@tanren/domain/gym-time';
import { findOpenTime, type GymHours } from '@tanren/domain/gym-hours';
import { listSlots, type SlotTime } from '@tanren/domain/reservations';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { readGymHours } from '#policies/gym-rules.ts';
import { countExpected, countMachines, countReserved } from './gym-crowd.store.ts';

/** The present slot and three more. */
const mostSlots = 4;

/** The gym days that may be under way: yesterday's can last until past midnight. */
export function listNearDays(now: Date): [yesterday: string, today: string] {
  const today = toGymDay(now);
  return [addDays(today, -1), today];
}

/** The slots of the gym day under way that are not over. */
export function listNearSlots(hours: GymHours, slotMinutes: number, now: Date): SlotTime[] {
  for (const day of listNearDays(now)) {
    const slots = listSlots(findOpenTime(hours, day), slotMinutes);
    const left = slots.filter(({ endsAt }) => endsAt > now);
    if (left.length > 0) return left.slice(0, mostSlots);
  }
  return [];
}

/** Of those, what people come to now or next: the one that runs and the one after it. */
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

export interface SlotCrowd extends SlotTime {
  readonly capacity: number;
  readonly reserved: number;
}

export interface Crowd {
  readonly types: TypeCrowd[];
  readonly slots: SlotCrowd[];
}

/** Numbers only: never who. */
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
    types: types.map((type) => ({
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
