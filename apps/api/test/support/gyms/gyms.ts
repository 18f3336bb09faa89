import { mapLegalNotice } from '@tanren/domain/gyms/legal-notice';
import type { DayHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import type { Database } from '#db/database.ts';
import {
  gymLegalNotices,
  type GymRow,
  gyms,
  gymSpecialDays,
  gymWeeklyHours,
} from '#db/schema/gyms.ts';

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

/** A complete legal notice. */
export const legalNotice = {
  ...mapLegalNotice((field) => `${field}の記載`),
  operatorPhone: '03-0000-0009',
  operatorEmail: 'operator@tanren.example',
};

/** Adds a complete legal notice, which an `open` gym needs. */
export async function addLegalNotice(db: Database, gymId: number): Promise<void> {
  await db.insert(gymLegalNotices).values({ gymId, ...legalNotice, updatedAt: new Date(0) });
}

/** Adds a gym with its hours and a unique id. An `open` gym gets a complete legal notice. */
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
  if (gym.joining === 'open') await addLegalNotice(db, gym.id);
  const week = weekly.flatMap((hours, weekday) =>
    hours === null ? [] : [{ gymId: gym.id, weekday, ...hours }],
  );
  if (week.length > 0) await db.insert(gymWeeklyHours).values(week);
  const special = specialDays.map(({ hours, ...day }) => ({ gymId: gym.id, ...day, ...hours }));
  if (special.length > 0) await db.insert(gymSpecialDays).values(special);
  return gym;
}
