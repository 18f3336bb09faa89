import { randomUUID } from 'node:crypto';
import { beatenBests, firmOneRepMax } from '@tanren/domain/personal-bests';
import { summarizeWorkout } from '@tanren/domain/workout-summary';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { workoutBests, type WorkoutRow, workouts, workoutSets } from '#db/schema/workouts.ts';

export interface LiftedWorkout {
  readonly workoutTypeId?: number;
  readonly startedAt: Date | string;
  /** Each set: its load in hectograms and its number of reps. */
  readonly sets: readonly (readonly [loadHg: number, reps: number])[];
  /** Of every rep. */
  readonly ms?: number;
  readonly sessionRunId?: number | null;
}

export const repMs = 2500;

/** What the ingest leaves of a workout that comes after all others of its type. */
export async function storeWorkout(
  db: Database,
  sub: string,
  { workoutTypeId = 1, startedAt, sets, ms = repMs, sessionRunId = null }: LiftedWorkout,
): Promise<WorkoutRow> {
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
      machineId: 7,
      gymId: 2,
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
