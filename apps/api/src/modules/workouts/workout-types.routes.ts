import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workouts/workout-types';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { eq } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { workoutBests } from '#db/schema/workouts.ts';

/**
 * Selects the types that the member has done. A row of bests exists from the first workout of a
 * type.
 */
export function selectDoneTypes(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
}

/** Reads the loads that the member's trainer chose, including those for types never done. */
type ReadChosenLoads = (
  db: Queryable,
  sub: string,
) => PromiseLike<
  readonly {
    readonly workoutTypeId: number;
    readonly loadHg: number;
    readonly reason: string;
    readonly nickname: string | null;
  }[]
>;

export async function readTypes(
  db: Queryable,
  readChosenLoads: ReadChosenLoads,
  sub: string,
): Promise<contract.WorkoutType[]> {
  const rows = await selectDoneTypes(db, sub);
  const done = new Set(rows.map(({ workoutTypeId }) => workoutTypeId));
  const choices = await readChosenLoads(db, sub);
  return workoutTypes.map((type) => {
    const workouted = done.has(type.id);
    const chosen = workouted ? undefined : choices.find((one) => one.workoutTypeId === type.id);
    return {
      ...type,
      muscles: [...type.muscles],
      workouted,
      ...(chosen && {
        firstLoad: {
          loadKg: toKilograms(chosen.loadHg),
          note: { text: chosen.reason, nickname: chosen.nickname ?? '' },
        },
      }),
    };
  });
}

interface WorkoutTypeOptions {
  readonly db: Database;
  readonly readChosenLoads: ReadChosenLoads;
}

export const workoutTypeRoutes: FastifyPluginAsyncTypebox<WorkoutTypeOptions> = async (
  app,
  { db, readChosenLoads },
) => {
  app.route({
    ...contract.listWorkoutTypes,
    handler: async ({ identity }) => await readTypes(db, readChosenLoads, identity.sub),
  });
};
