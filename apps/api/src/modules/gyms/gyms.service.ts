import type { Gym } from '@tanren/contract/gyms/gyms';
import { toGymDay, readGymDay, addDays } from '@tanren/domain/gyms/gym-time';
import {
  findOpenTime,
  findSpecialDay,
  type GymHours,
  type OpenTime,
  type SpecialDay,
} from '@tanren/domain/gyms/gym-hours';
import { reservableDays } from '@tanren/domain/booking/reservations';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { type GymRow, gyms, subscriptionPlans } from '#db/schema/gyms.ts';
import { readGymHours } from './gym-rules.service.ts';
import { pickContent } from './gym-texts.ts';
import { readJoining } from './legal-notices.service.ts';

export async function listGyms(db: Queryable): Promise<Pick<GymRow, 'id' | 'name' | 'address'>[]> {
  const { id, name, address } = gyms;
  return await db.select({ id, name, address }).from(gyms).orderBy(asc(id));
}

async function findGym(db: Queryable, gymId: number): Promise<GymRow | null> {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  return gym ?? null;
}

/** Lists the plans of a gym without removed ones, which only the members who have them can see. */
async function listPlans(db: Queryable, gymId: number) {
  return await db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.gymId, gymId), isNull(subscriptionPlans.retiredAt)))
    .orderBy(asc(subscriptionPlans.position), asc(subscriptionPlans.id));
}

export async function readGym(db: Queryable, gymId: number): Promise<GymRow> {
  return (await findGym(db, gymId)) ?? rejectGym();
}

/** Converts a gym for members, who see how it accepts new members now. */
export async function toWireGym(db: Queryable, gym: GymRow): Promise<Gym> {
  return {
    id: gym.id,
    ...pickContent(gym),
    joining: await readJoining(db, gym),
    mapUrl: describeMap(gym.address || gym.name),
    timeZone: 'Asia/Tokyo',
    reservableDays,
  };
}

/**
 * Returns an address that opens the maps app of a phone, or a page on other devices. It needs no
 * key.
 */
function describeMap(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

export async function readPlans(db: Queryable, gymId: number) {
  const plans = await listPlans(db, gymId);
  if (plans.length === 0) await readGym(db, gymId);
  return plans;
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface DayOfGym {
  readonly date: string;
  readonly open: OpenTime | null;
  readonly special: SpecialDay | null;
}

export async function readDay(
  db: Queryable,
  gymId: number,
  { year, month, day }: CalendarDate,
): Promise<DayOfGym> {
  const date = readGymDay(year, month, day);
  if (date === null) {
    throw new AppError('invalid_request', {
      fields: [{ path: '/day', in: 'params', message: 'is not a day of that month' }],
    });
  }
  const { hours } = (await readGymHours(db, gymId, date, date)) ?? rejectGym();
  return { date, open: findOpenTime(hours, date), special: findSpecialDay(hours, date) };
}

/** Reads the weekly hours, and the special days among the days that can be reserved. */
export async function readWeek(db: Queryable, gymId: number, now: Date): Promise<GymHours> {
  const today = toGymDay(now);
  const found = await readGymHours(db, gymId, today, addDays(today, reservableDays - 1));
  return (found ?? rejectGym()).hours;
}

function rejectGym(): never {
  throw new AppError('not_found');
}
