import { idleReleaseMs } from '@tanren/domain/machines/machine-links';
import { recentWorkouts } from '@tanren/domain/workouts/next-load';
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { chosenLoads, trainerLinks } from '#db/schema/trainers.ts';
import { machineOffsets, machines, tanrenConnections } from '#db/schema/machines.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';
import { selectRecentOfBests, recentWorkoutColumns } from './recent-workouts.service.ts';

export type ChosenLoad = Awaited<ReturnType<typeof selectChosen>>[number];

/**
 * Selects the loads that a trainer chose for the member. A choice counts only while its link is
 * active, even before it is deleted.
 */
export function selectChosen(db: Queryable, sub: string) {
  const { workoutTypeId, loadHg, reason } = chosenLoads;
  return db
    .select({ workoutTypeId, loadHg, reason, nickname: userInfos.nickname })
    .from(chosenLoads)
    .innerJoin(trainerLinks, eq(trainerLinks.id, chosenLoads.linkId))
    .leftJoin(userInfos, eq(userInfos.sub, trainerLinks.trainerSub))
    .where(and(eq(chosenLoads.sub, sub), isNull(trainerLinks.endedAt)));
}

export type LinkedMachine = NonNullable<Awaited<ReturnType<typeof findLinkedMachine>>>;

/** Finds the machine that the member is linked with. Its offset is `null` while it is unknown. */
export async function findLinkedMachine(db: Queryable, sub: string, now: Date) {
  const { machineId, sub: linkedSub, endedAt, lastActiveAt } = tanrenConnections;
  const { workoutTypeId, minLoadHg, maxLoadHg, loadStepHg } = machines;
  const [found] = await db
    .select({ workoutTypeId, minLoadHg, maxLoadHg, loadStepHg, offset: machineOffsets.mean })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, machineId))
    .leftJoin(machineOffsets, eq(machineOffsets.machineId, machineId))
    .where(
      and(
        eq(linkedSub, sub),
        isNull(endedAt),
        // Idle links are left out, because they are released within half a minute.
        gt(lastActiveAt, new Date(now.getTime() - idleReleaseMs)),
      ),
    );
  return found ?? null;
}

/** Selects the recent workouts of one type, newest first. */
export function selectRecent(db: Queryable, sub: string, workoutTypeId: number) {
  return db
    .select(recentWorkoutColumns)
    .from(workouts)
    .leftJoin(trainingSessionRuns, eq(trainingSessionRuns.id, workouts.sessionRunId))
    .where(and(eq(workouts.sub, sub), eq(workouts.workoutTypeId, workoutTypeId)))
    .orderBy(desc(workouts.startedAt), desc(workouts.id))
    .limit(recentWorkouts);
}

/**
 * Selects the bests and recent workouts of every type done with one query, which takes a few steps
 * in the index for each of at most 16 types.
 */
export function selectBestsWithRecent(db: Queryable, sub: string) {
  const recent = selectRecentOfBests(db);
  return db
    .select({
      best: getTableColumns(workoutBests),
      recent: {
        topLoadHg: recent.topLoadHg,
        topReps: recent.topReps,
        startedAt: recent.startedAt,
        endedAt: recent.endedAt,
        gymDay: recent.gymDay,
        setCount: recent.setCount,
        runItems: recent.runItems,
      },
    })
    .from(workoutBests)
    .innerJoinLateral(recent, sql`true`)
    .where(eq(workoutBests.sub, sub))
    .orderBy(asc(workoutBests.workoutTypeId), desc(recent.startedAt), desc(recent.id));
}
