import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/workout-types';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { Database } from '#db/database.ts';
import { selectDoneTypes } from './workout-types.store.ts';

export interface WorkoutTypeOptions {
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
