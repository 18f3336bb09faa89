import type { DayHours, GymHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import { eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type GymRow, gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';

export interface GymWithHours {
  readonly gym: GymRow;
  readonly hours: GymHours;
}

/**
 * Reads a gym with its weekly hours and the special days from `fromDay` to `toDay`. Returns `null`
 * if the gym does not exist.
 */
export async function readGymHours(
  db: Queryable,
  gymId: number,
  fromDay: string,
  toDay: string,
): Promise<GymWithHours | null> {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  if (gym === undefined) return null;
  const hours = await listGymHours(db, [gymId], fromDay, toDay);
  return { gym, hours: hours.get(gymId) ?? noHours };
}

/** Hours of a gym that never opens, also used for an unknown gym. */
export const noHours: GymHours = { weekly: Array.from({ length: 7 }, () => null), specialDays: [] };

/**
 * Reads the hours of several gyms by their ids, with one query. A gym without hours is left out.
 */
export async function listGymHours(
  db: Queryable,
  gymIds: readonly number[],
  fromDay: string,
  toDay: string,
): Promise<Map<number, GymHours>> {
  const ids = sql`any(${arrayLiteral(gymIds)}::int[])`;
  const { rows } = await db.execute<HoursRow>(sql`
    select gym_id as "gymId", weekday, null::date as date, opens_minute as "opensMinute",
      closes_minute as "closesMinute", '' as note
    from ${gymWeeklyHours} where gym_id = ${ids}
    union all
    select gym_id, null, date, opens_minute, closes_minute, note
    from ${gymSpecialDays} where gym_id = ${ids} and date between ${fromDay} and ${toDay}
    order by date`);
  const found = new Map<number, { weekly: (DayHours | null)[]; specialDays: SpecialDay[] }>();
  for (const row of rows) {
    const hours = found.get(row.gymId) ?? { weekly: [...noHours.weekly], specialDays: [] };
    found.set(row.gymId, hours);
    if (row.weekday !== null) hours.weekly[row.weekday] = toDayHours(row);
    if (row.date !== null) {
      hours.specialDays.push({ date: row.date, hours: toDayHours(row), note: row.note });
    }
  }
  return found;
}

/** Converts a row, which has both minutes, or neither on a special day when the gym is closed. */
function toDayHours({ opensMinute, closesMinute }: StoredHours): DayHours | null {
  return opensMinute === null || closesMinute === null ? null : { opensMinute, closesMinute };
}

interface StoredHours {
  readonly opensMinute: number | null;
  readonly closesMinute: number | null;
}

/** Hours of a weekday or of a special day. The other one of both columns is `null`. */
interface HoursRow extends StoredHours, Record<string, unknown> {
  readonly gymId: number;
  readonly weekday: number | null;
  readonly date: string | null;
  readonly note: string;
}

/**
 * Locks the hours, slots and capacity of a gym until the transaction ends. It is a shared lock for
 * everything that reserves or frees seats. The order of locks is the member, this lock, the slots.
 * It is taken before any data of the gym is read.
 */
export async function lockGymRulesShared(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${advisoryLocks.gymRules}, ${gymId}::integer)`,
  );
}

/**
 * Locks the rules of a gym exclusively for a change: until the transaction ends no seat of the gym
 * is reserved or freed. It covers all slots, so their own locks are not needed. A transaction locks
 * only one gym.
 */
export async function lockGymRules(tx: Transaction, gymId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.gymRules}, ${gymId}::integer)`);
}
