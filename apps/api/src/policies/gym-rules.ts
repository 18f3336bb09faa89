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

/** A gym, its week, and what differs on the days asked for, both included; null: no such gym. */
export async function readGymHours(
  db: Queryable,
  gymId: number,
  fromDay: string,
  toDay: string,
): Promise<GymWithHours | null> {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  if (gym === undefined) return null;
  const week = await db.select().from(gymWeeklyHours).where(eq(gymWeeklyHours.gymId, gymId));
  const { date } = gymSpecialDays;
  const special = await db
    .select()
    .from(gymSpecialDays)
    .where(and(eq(gymSpecialDays.gymId, gymId), between(date, fromDay, toDay)))
    .orderBy(asc(date));
  const weekly = daysOfWeek.map((day) => week.find(({ weekday }) => weekday === day));
  return {
    gym,
    hours: {
      weekly: weekly.map((day) => (day === undefined ? null : toDayHours(day))),
      specialDays: special.map((day) => ({
        date: day.date,
        hours: toDayHours(day),
        note: day.note,
      })),
    },
  };
}

/** A row has both or, on a special day without hours, neither. */
function toDayHours({ opensMinute, closesMinute }: StoredHours): DayHours | null {
  return opensMinute === null || closesMinute === null ? null : { opensMinute, closesMinute };
}

interface StoredHours {
  readonly opensMinute: number | null;
  readonly closesMinute: number | null;
}

/**
 * Until the transaction ends the hours, slots and capacity of the gym stay as they are. Whoever
 * gives or takes places holds it, many at once: after the lock of the member, before those of
 * slots, and before anything is read of the gym.
 */
export async function holdGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${advisoryLocks.gymRules}, ${gymId}::integer)`,
  );
}

/**
 * For whoever changes them: until the transaction ends nobody gives or takes places in the gym.
 * It stands for all its slots, so that none of their locks is needed besides; one gym at a time.
 */
export async function lockGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.gymRules}, ${gymId}::integer)`);
}
