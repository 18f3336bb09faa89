import type { DayHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import type { Database } from '#db/database.ts';
import { type GymRow, gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';

export interface TestHours {
  /** Hours from Sunday on. `null` on closed days. */
  readonly weekly: readonly (DayHours | null)[];
  readonly specialDays?: readonly SpecialDay[];
}

/**
 * Returns the same hours for every day, on the gym's clock. Hours above 24 are the next morning.
 */
export function openDaily(opensHour: number, closesHour: number): TestHours {
  const hours = { opensMinute: opensHour * 60, closesMinute: closesHour * 60 };
  return { weekly: Array.from({ length: 7 }, () => hours) };
}

/** Adds a gym with its hours and a unique id. */
export async function addGym(
  db: Database,
  { weekly, specialDays = [] }: TestHours,
  changes: Partial<typeof gyms.$inferInsert> = {},
): Promise<GymRow> {
  const [gym] = await db
    .insert(gyms)
    .values({ name: '鍛錬ジム', ...changes })
    .returning();
  if (gym === undefined) throw new Error('no gym was made');
  const week = weekly.flatMap((hours, weekday) =>
    hours === null ? [] : [{ gymId: gym.id, weekday, ...hours }],
  );
  if (week.length > 0) await db.insert(gymWeeklyHours).values(week);
  const special = specialDays.map(({ hours, ...day }) => ({ gymId: gym.id, ...day, ...hours }));
  if (special.length > 0) await db.insert(gymSpecialDays).values(special);
  return gym;
}
