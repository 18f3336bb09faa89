import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/training-reservations.ts';
import { settleSlot } from './settle-slot.ts';
import { lockSlots, type SlotKey } from './slot-lock.ts';

const mostAtOnce = 500;

/**
 * Ends overdue offers and offers places that were freed by nobody's call: by a larger capacity, an
 * erased member, an offer nobody took. Every node does it; whoever comes second to a slot finds
 * it settled.
 */
export async function settleDueSlots(db: Database, now: Date): Promise<void> {
  for (const slot of await findDueSlots(db, now)) {
    await db.transaction(async (tx) => {
      await lockSlots(tx, [slot]);
      await settleSlot(tx, slot, now);
    });
  }
}

/** Only slots somebody waits for are looked at. */
export async function findDueSlots(db: Queryable, now: Date): Promise<SlotKey[]> {
  const { rows } = await db.execute<{ gymId: number; startsAtMs: number }>(sql`
    select w.gym_id as "gymId", extract(epoch from w.starts_at)::float8 * 1000 as "startsAtMs"
    from (
      select gym_id, starts_at,
        count(*) filter (where offered_at is null) as waiting,
        count(*) filter (where offer_expires_at > ${now}) as offered,
        bool_or(offer_expires_at <= ${now}) as overdue
      from ${reservationWaits} where ended_at is null group by gym_id, starts_at
    ) w join ${gyms} g on g.id = w.gym_id
    where w.starts_at <= ${now} or w.overdue or (w.waiting > 0 and g.capacity > w.offered + (
      select count(*) from ${trainingReservations} r
      where r.gym_id = w.gym_id and r.starts_at = w.starts_at and r.cancelled_at is null
    ))
    order by w.starts_at, w.gym_id limit ${mostAtOnce}`);
  return rows.map(({ gymId, startsAtMs }) => ({ gymId, startsAt: new Date(startsAtMs) }));
}
