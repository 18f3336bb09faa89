import { and, desc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { doorEntries } from '#db/schema/booking.ts';
import { machines, tanrenConnections } from '#db/schema/machines.ts';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';

/** Time before a run in which the member may have come to the gym. */
const arrivalMs = 4 * 60 * 60 * 1000;

/**
 * Finds the gym in which the member does a run: that of the newest link of the visit, or else of
 * the newest entry at the door.
 */
export async function findVisitedGym(
  db: Queryable,
  { sub, startedAt }: Pick<TrainingSessionRunRow, 'sub' | 'startedAt'>,
): Promise<number | null> {
  const since = new Date(startedAt.getTime() - arrivalMs);
  const [link] = await db
    .select({ gymId: machines.gymId })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, tanrenConnections.machineId))
    .where(and(eq(tanrenConnections.sub, sub), gt(tanrenConnections.linkedAt, since)))
    .orderBy(desc(tanrenConnections.linkedAt))
    .limit(1);
  if (link !== undefined) return link.gymId;
  const [entry] = await db
    .select({ gymId: doorEntries.gymId })
    .from(doorEntries)
    .where(and(eq(doorEntries.sub, sub), gt(doorEntries.enteredAt, since)))
    .orderBy(desc(doorEntries.enteredAt))
    .limit(1);
  return entry?.gymId ?? null;
}
