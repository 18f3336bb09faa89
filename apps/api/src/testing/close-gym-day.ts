import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { readGymHours } from '#db/gym-hours.ts';
import { lockGymRules } from '#db/gym-rules-lock.ts';
import { gymSpecialDays } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { followGymRules } from '#modules/training-reservations/gym-cancellations.ts';

/** As staff do it: whoever had reserved on that day loses it, for this reason. */
export async function closeGymDay(
  db: Database,
  gymId: number,
  { date, reason, now }: { readonly date: string; readonly reason: string; readonly now: Date },
): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const before = await readGymHours(tx, gymId, date, date);
    await tx.insert(gymSpecialDays).values({ gymId, date, note: '' });
    const after = await readGymHours(tx, gymId, date, date);
    if (before === null || after === null) throw new Error(`there is no gym ${gymId}`);
    const { cancelledAt, gymDay, gymId: ofGym, startsAt } = trainingReservations;
    const cancelAffected = await tx.$count(
      trainingReservations,
      and(eq(ofGym, gymId), eq(gymDay, date), isNull(cancelledAt), gt(startsAt, now)),
    );
    const change = { before, after, cancelAffected, reason };
    return (await followGymRules(tx, change, now)).length;
  });
}
