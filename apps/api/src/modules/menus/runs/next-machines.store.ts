import { maxFloorMachines } from '@tanren/domain/machines/floor';
import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import type { OwnPace } from '@tanren/domain/menus/menus';
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { doorEntries } from '#db/schema/booking.ts';
import { machineHolds, machines, tanrenConnections } from '#db/schema/machines.ts';
import { type TrainingSessionRunRow, trainingSessionRuns } from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';

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

/** Number of bouts of a type by which the pace of a person is known. */
const paceBouts = 5;

/**
 * Selects the machines of a gym with what is known about their bouts: the link, the run and the
 * pace of the person. All of it stays on the server, which answers with minutes only. It is one
 * statement, and each part of it takes a few steps in an index for each machine.
 */
export function selectGymMachines(db: Queryable, gymId: number, now: Date) {
  const { id, sub, lastActiveAt, setCount, boutUuid, machineId, endedAt } = tanrenConnections;
  // With a plain join, PostgreSQL would read the open links of all gyms.
  const link = db
    .select({ id, sub, lastActiveAt, setCount, boutUuid })
    .from(tanrenConnections)
    .where(
      and(
        eq(machineId, machines.id),
        isNull(endedAt),
        // Idle links are left out, because they are released within half a minute.
        gt(lastActiveAt, new Date(now.getTime() - idleReleaseMs)),
      ),
    )
    .limit(1)
    .as('link');
  const run = db
    .select({ id: trainingSessionRuns.id, items: trainingSessionRuns.items })
    .from(trainingSessionRuns)
    .where(
      and(
        eq(trainingSessionRuns.sub, link.sub),
        isNull(trainingSessionRuns.endedAt),
        gt(trainingSessionRuns.endsBy, now),
      ),
    )
    .limit(1)
    .as('run');
  const ofType = eq(workouts.workoutTypeId, machines.workoutTypeId);
  const recent = db
    .select({ startedAt: workouts.startedAt, endedAt: workouts.endedAt, sets: workouts.setCount })
    .from(workouts)
    .where(and(eq(workouts.sub, link.sub), ofType))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(paceBouts)
    .as('recent');
  const bouts = db
    .select({
      paces: sql<readonly OwnPace[] | null>`json_agg(json_build_object('seconds',
        extract(epoch from ${recent.endedAt} - ${recent.startedAt}), 'setCount', ${recent.sets}))`.as(
        'paces',
      ),
    })
    .from(recent)
    .as('bouts');
  // The bout under way may be stored already.
  const done = db
    .select({ sets: sql<number>`coalesce(sum(${workouts.setCount}), 0)::int`.as('sets') })
    .from(workouts)
    .where(
      and(
        eq(workouts.sessionRunId, run.id),
        ofType,
        sql`${workouts.workoutUuid} is distinct from ${link.boutUuid}`,
      ),
    )
    .as('done');
  return db
    .select({
      machineId: machines.id,
      workoutTypeId: machines.workoutTypeId,
      minLoadHg: machines.minLoadHg,
      maxLoadHg: machines.maxLoadHg,
      loadStepHg: machines.loadStepHg,
      online: machines.online,
      inspectionSince: machines.inspectionSince,
      usedUntil: machines.usedUntil,
      holder: machineHolds.sub,
      heldUntil: machineHolds.untilAt,
      linkedSub: link.sub,
      lastActiveAt: link.lastActiveAt,
      setCount: link.setCount,
      runItems: run.items,
      doneSets: done.sets,
      paces: bouts.paces,
    })
    .from(machines)
    .leftJoin(
      machineHolds,
      and(eq(machineHolds.machineId, machines.id), gt(machineHolds.untilAt, now)),
    )
    .leftJoinLateral(link, sql`true`)
    .leftJoinLateral(run, sql`true`)
    .leftJoinLateral(done, sql`true`)
    .leftJoinLateral(bouts, sql`true`)
    .where(and(eq(machines.gymId, gymId), isNull(machines.retiredAt)))
    .orderBy(asc(machines.id))
    .limit(maxFloorMachines);
}
export type GymMachine = Awaited<ReturnType<typeof selectGymMachines>>[number];
