import type { StaffGym } from '@tanren/contract/staff-gyms';
import { toGymDay } from '@tanren/domain/gym-day';
import { staffLimits } from '@tanren/domain/staff-limits';
import { addDays } from '@tanren/domain/training-weeks';
import { AppError } from '#app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type GymWithHours, readGymHours } from '#db/gym-hours.ts';
import { describeGym } from './gym-words.ts';
import { countUpcoming, selectPlans } from './staff-gyms.store.ts';

/**
 * With every special day that still matters: yesterday's may last into today, and its hours must
 * not reach into today's.
 */
export async function requireGym(db: Queryable, gymId: number, now: Date): Promise<GymWithHours> {
  const today = toGymDay(now);
  const lastDay = addDays(today, staffLimits.specialDaysAhead);
  const found = await readGymHours(db, gymId, addDays(today, -1), lastDay);
  if (found === null) throw new AppError('not_found');
  return found;
}

export async function readStaffGym(db: Queryable, gymId: number, now: Date): Promise<StaffGym> {
  const { gym, hours } = await requireGym(db, gymId, now);
  const today = toGymDay(now);
  const plans = await selectPlans(db, gymId);
  return {
    id: gym.id,
    version: gym.version,
    ...describeGym(gym),
    weekly: hours.weekly.map((day) => day && { ...day }),
    specialDays: hours.specialDays.filter(({ date }) => date >= today),
    plans: plans.map(({ id, name, description, price, taxRate, per }) => ({
      id,
      name,
      description,
      price,
      taxRate,
      per,
    })),
    upcomingReservations: await countUpcoming(db, gymId, now),
  };
}
