import type { DayHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { type GymRow, gyms, gymSpecialDays, gymWeeklyHours } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import type { GymContent } from './gym-texts.ts';

/** Inserts a gym. Returns `null` if the same draft was stored before. */
export async function insertGym(
  tx: Transaction,
  gym: GymContent & { readonly draftId: string },
): Promise<number | null> {
  const [made] = await tx
    .insert(gyms)
    .values(gym)
    .onConflictDoNothing({ target: gyms.draftId })
    .returning({ id: gyms.id });
  return made?.id ?? null;
}

export async function findGymByDraft(db: Queryable, draftId: string): Promise<number | null> {
  const [known] = await db.select({ id: gyms.id }).from(gyms).where(eq(gyms.draftId, draftId));
  return known?.id ?? null;
}

/** Increments the version of a gym. The caller has locked its rules. */
export async function countChange(
  tx: Transaction,
  { id, version }: Pick<GymRow, 'id' | 'version'>,
): Promise<void> {
  const { rowCount } = await tx
    .update(gyms)
    .set({ version: version + 1 })
    .where(and(eq(gyms.id, id), eq(gyms.version, version)));
  if (rowCount !== 1) throw new Error('a gym changed while its rules were held');
}

export async function changeGym(tx: Transaction, gymId: number, gym: GymContent): Promise<void> {
  await tx.update(gyms).set(gym).where(eq(gyms.id, gymId));
}

export async function replaceWeek(
  tx: Transaction,
  gymId: number,
  weekly: readonly (DayHours | null)[],
): Promise<void> {
  await tx.delete(gymWeeklyHours).where(eq(gymWeeklyHours.gymId, gymId));
  const rows = weekly.flatMap((hours, weekday) =>
    hours === null ? [] : [{ gymId, weekday, ...hours }],
  );
  if (rows.length > 0) await tx.insert(gymWeeklyHours).values(rows);
}

export async function replaceSpecialDay(
  tx: Transaction,
  gymId: number,
  { date, hours, note }: SpecialDay,
): Promise<void> {
  const { opensMinute = null, closesMinute = null } = hours ?? {};
  const day = { opensMinute, closesMinute, note };
  await tx
    .insert(gymSpecialDays)
    .values({ gymId, date, ...day })
    .onConflictDoUpdate({ target: [gymSpecialDays.gymId, gymSpecialDays.date], set: day });
}

export async function deleteSpecialDay(
  tx: Transaction,
  gymId: number,
  date: string,
): Promise<void> {
  await tx
    .delete(gymSpecialDays)
    .where(and(eq(gymSpecialDays.gymId, gymId), eq(gymSpecialDays.date, date)));
}

/** Counts the upcoming reservations of a gym with the index of seats. */
export async function countUpcoming(db: Queryable, gymId: number, now: Date): Promise<number> {
  return await db.$count(
    trainingReservations,
    and(
      eq(trainingReservations.gymId, gymId),
      gt(trainingReservations.startsAt, now),
      isNull(trainingReservations.cancelledAt),
    ),
  );
}
