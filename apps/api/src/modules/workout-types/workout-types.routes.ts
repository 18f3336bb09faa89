import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workout-types';
import { workoutTypes } from '@tanren/domain/workout-types';
import { eq } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { workoutBests } from '#db/schema/workouts.ts';

/** The member's row of bests in a type is there from the first workout on. */
export function selectDoneTypes(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
}

interface WorkoutTypeOptions {
  readonly db: Database;
}

export const workoutTypeRoutes: FastifyPluginAsyncTypebox<WorkoutTypeOptions> = async (
  app,
  { db },
) => {
  app.route({
    ...contract.listWorkoutTypes,
    handler: async ({ identity }) => {
      const rows = await selectDoneTypes(db, identity.sub);
      const done = new Set(rows.map(({ workoutTypeId }) => workoutTypeId));
      return workoutTypes.map((type) => ({
        ...type,
        muscles: [...type.muscles],
        workouted: done.has(type.id),
      }));
    },
  });
};
