import type { DayHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import type { Database } from '#db/database.ts';
import { type GymRow, gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';

export interface TestHours {
  /** Sunday first; null: closed. */
  readonly weekly: readonly (DayHours | null)[];
  readonly specialDays?: readonly SpecialDay[];
}

/** Every day the same, in hours of the gym's clock; beyond 24 is the next morning. */
export function openDaily(opensHour: number, closesHour: number): TestHours {
  const hours = { opensMinute: opensHour * 60, closesMinute: closesHour * 60 };
  return { weekly: Array.from({ length: 7 }, () => hours) };
}

/** A gym with its hours; its id is one that no other has. */
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
