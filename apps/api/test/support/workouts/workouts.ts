import { randomUUID } from 'node:crypto';
import type { WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { beatenBests, firmOneRepMax } from '@tanren/domain/workouts/personal-bests';
import { summarizeWorkout } from '@tanren/domain/workouts/workouts';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import { workoutBests, type WorkoutRow, workouts, workoutSets } from '#db/schema/workouts.ts';

interface LiftedWorkout {
  readonly workoutTypeId?: number;
  readonly startedAt: Date | string;
  /** Load in hectograms and number of reps of each set. */
  readonly sets: readonly (readonly [loadHg: number, reps: number])[];
  /** Duration of every rep in milliseconds. */
  readonly ms?: number;
  readonly sessionRunId?: number | null;
  readonly machineId?: number;
  readonly gymId?: number;
  /** The calendar date by default, as in a gym that closes by midnight. */
  readonly gymDay?: string;
}

export const repMs = 2500;

/** Stores a workout as the ingest does for one that comes after all others of its type. */
export async function storeWorkout(
  db: Database,
  sub: string,
  { workoutTypeId = 1, startedAt, sets, ms = repMs, ...place }: LiftedWorkout,
): Promise<WorkoutRow> {
  const { sessionRunId = null, machineId = 7, gymId = 2 } = place;
  const { gymDay = toGymDay(new Date(startedAt)) } = place;
  const lifted = sets.map(([loadHg, reps]) => ({
    loadHg,
    reps: Array.from({ length: reps }, () => ({ loadHg, ms })),
  }));
  const summary = summarizeWorkout(lifted);
  const ofType = and(eq(workoutBests.sub, sub), eq(workoutBests.workoutTypeId, workoutTypeId));
  const [before = null] = await db.select().from(workoutBests).where(ofType);
  const beaten = beatenBests(before, summary);
  const start = new Date(startedAt);
  const [row] = await db
    .insert(workouts)
    .values({
      ...summary,
      workoutUuid: randomUUID(),
      sub,
      workoutTypeId,
      sessionRunId,
      machineId,
      gymId,
      gymDay,
      startedAt: start,
      endedAt: new Date(start.getTime() + 10 * 60_000),
      isMaxBest: beaten.includes('max'),
      isTfoBest: beaten.includes('tfo'),
      isOneRepMaxBest: beaten.includes('oneRepMax'),
    })
    .returning();
  if (row === undefined) throw new Error('nothing was stored');
  await db.insert(workoutSets).values(
    lifted.map(({ loadHg, reps }, position) => ({
      workoutId: row.id,
      position,
      loadHg,
      repLoadsHg: reps.map((rep) => rep.loadHg),
      repMs: reps.map((rep) => rep.ms),
    })),
  );
  const firmHg = firmOneRepMax(summary);
  const after = {
    workoutCount: (before?.workoutCount ?? 0) + 1,
    lastWorkoutId: row.id,
    lastAt: start,
    ...((before === null || summary.maxHg > before.maxHg) && {
      maxHg: summary.maxHg,
      maxWorkoutId: row.id,
      maxAt: start,
    }),
    ...((before === null || summary.tfoHg > before.tfoHg) && {
      tfoHg: summary.tfoHg,
      tfoWorkoutId: row.id,
      tfoAt: start,
    }),
    ...(firmHg !== null &&
      firmHg > (before?.oneRepMaxHg ?? 0) && {
        oneRepMaxHg: firmHg,
        oneRepMaxReps: summary.oneRepMaxReps,
        oneRepMaxWorkoutId: row.id,
        oneRepMaxAt: start,
      }),
  };
  const first = {
    maxHg: summary.maxHg,
    maxWorkoutId: row.id,
    maxAt: start,
    tfoHg: summary.tfoHg,
    tfoWorkoutId: row.id,
    tfoAt: start,
  };
  await db
    .insert(workoutBests)
    .values({ sub, workoutTypeId, ...first, ...after })
    .onConflictDoUpdate({ target: [workoutBests.sub, workoutBests.workoutTypeId], set: after });
  return row;
}

export interface TestLink {
  readonly machine: MachineRow;
  readonly sub: string;
  readonly connectionId: string;
}

/** Adds a link as if a code had been entered. */
export async function addLink(
  db: Database,
  machine: MachineRow,
  changes: Partial<typeof tanrenConnections.$inferInsert> & { linkedAt: Date },
): Promise<TestLink> {
  const { linkedAt } = changes;
  const link = {
    id: randomUUID(),
    machineId: machine.id,
    sub: randomUUID(),
    lastActiveAt: linkedAt,
    codeStep: 1,
    ...changes,
  };
  await db.insert(tanrenConnections).values(link);
  return { machine, sub: link.sub, connectionId: link.id };
}

/** Creates a message from sets as load in kg and number of reps, two seconds each. */
export function makeWorkoutMessage(
  { connectionId }: Pick<TestLink, 'connectionId'>,
  startedAt: Date,
  sets: readonly (readonly [loadKg: number, reps: number])[] = [[40, 10]],
): WorkoutMessage {
  const ms = 2000;
  const reps = sets.reduce((sum, [, count]) => sum + count, 0);
  return {
    workoutUuid: randomUUID(),
    connectionId,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + reps * ms + 1000).toISOString(),
    sets: sets.map(([loadKg, count]) => ({
      loadKg,
      reps: Array.from({ length: count }, () => ({ loadKg, ms })),
    })),
  };
}
