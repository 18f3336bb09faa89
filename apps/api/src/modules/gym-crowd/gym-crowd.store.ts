import { idleReleaseMs } from '@tanren/domain/machine-links';
import { and, asc, count, countDistinct, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { machines } from '#db/schema/machines.ts';
import { tanrenConnections } from '#db/schema/tanren-connections.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';

/** The machines of a gym by type, and how many of them somebody is linked with. */
export async function countMachines(db: Queryable, gymId: number, now: Date) {
  const links = tanrenConnections;
  const idleSince = new Date(now.getTime() - idleReleaseMs);
  return await db
    .select({
      workoutTypeId: machines.workoutTypeId,
      machineCount: count(),
      inUse: count(links.id),
    })
    .from(machines)
    .leftJoin(
      links,
      and(
        eq(links.machineId, machines.id),
        isNull(links.endedAt),
        // Those are released within half a minute.
        gt(links.lastActiveAt, idleSince),
      ),
    )
    .where(and(eq(machines.gymId, gymId), isNull(machines.retiredAt)))
    .groupBy(machines.workoutTypeId)
    .orderBy(asc(machines.workoutTypeId));
}

function inSlots(gymId: number, starts: readonly Date[]) {
  return and(
    eq(trainingReservations.gymId, gymId),
    inArray(trainingReservations.startsAt, [...starts]),
    isNull(trainingReservations.cancelledAt),
  );
}

export async function countReserved(db: Queryable, gymId: number, starts: readonly Date[]) {
  const { startsAt } = trainingReservations;
  return await db
    .select({ startsAt, reserved: count() })
    .from(trainingReservations)
    .where(inSlots(gymId, starts))
    .groupBy(startsAt);
}

/** How many people come to these slots with a session that has the type. */
export async function countExpected(db: Queryable, gymId: number, starts: readonly Date[]) {
  const item = sql`jsonb_array_elements(${trainingSessions.items})`.as('item');
  const planned = db
    .select({ sub: trainingReservations.sub, item })
    .from(trainingReservations)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingReservations.trainingSessionId))
    .where(inSlots(gymId, starts))
    .as('planned');
  const workoutTypeId = sql<number>`(${planned.item} ->> 'workoutTypeId')::int`;
  return await db
    .select({ workoutTypeId, expected: countDistinct(planned.sub) })
    .from(planned)
    .groupBy(workoutTypeId);
}
