import type { DayHours, GymHours } from '@tanren/domain/gym-hours';
import { and, asc, between, eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type GymRow, gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';

export interface GymWithHours {
  readonly gym: GymRow;
  readonly hours: GymHours;
}

const daysOfWeek = [0, 1, 2, 3, 4, 5, 6];

/** A gym with its weekly hours and the special days from `fromDay` to `toDay`; null: no such gym. */
export async function readGymHours(
  db: Queryable,
  gymId: number,
  fromDay: string,
  toDay: string,
): Promise<GymWithHours | null> {
  const found = await db
    .select({ gym: gyms, day: gymWeeklyHours })
    .from(gyms)
    .leftJoin(gymWeeklyHours, eq(gymWeeklyHours.gymId, gyms.id))
    .where(eq(gyms.id, gymId));
  const [first] = found;
  if (first === undefined) return null;
  const { date } = gymSpecialDays;
  const special = await db
    .select()
    .from(gymSpecialDays)
    .where(and(eq(gymSpecialDays.gymId, gymId), between(date, fromDay, toDay)))
    .orderBy(asc(date));
  const week = found.map(({ day }) => day);
  const weekly = daysOfWeek.map((weekday) => week.find((day) => day?.weekday === weekday) ?? null);
  return {
    gym: first.gym,
    hours: {
      weekly: weekly.map((day) => (day === null ? null : toDayHours(day))),
      specialDays: special.map((day) => ({
        date: day.date,
        hours: toDayHours(day),
        note: day.note,
      })),
    },
  };
}

/** A row has both minutes, or neither on a special day when the gym is closed. */
function toDayHours({ opensMinute, closesMinute }: StoredHours): DayHours | null {
  return opensMinute === null || closesMinute === null ? null : { opensMinute, closesMinute };
}

interface StoredHours {
  readonly opensMinute: number | null;
  readonly closesMinute: number | null;
}

/**
 * Keeps the hours, slots and capacity of a gym unchanged until the transaction ends. It is a shared
 * lock for everything that reserves or frees places. Order of locks: the member, this one, the
 * slots; and it is taken before anything about the gym is read.
 */
export async function holdGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${advisoryLocks.gymRules}, ${gymId}::integer)`,
  );
}

/**
 * The exclusive lock for changes of the rules: until the transaction ends no place of the gym is
 * reserved or freed. It covers all slots, so their own locks are not needed. One gym at a time.
 */
export async function lockGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.gymRules}, ${gymId}::integer)`);
}
