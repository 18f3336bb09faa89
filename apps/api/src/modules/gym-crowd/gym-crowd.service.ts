import type { SlotTime } from '@tanren/domain/reservation-slots';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { readGymHours } from '#db/gym-hours.ts';
import { countExpected, countMachines, countReserved } from './gym-crowd.store.ts';
import { listImminent, listNearDays, listNearSlots } from './near-slots.ts';

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
