import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import { getVisits, listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import * as contract from '@tanren/contract/workouts/workouts';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { streamCsv } from '#modules/members/export-files.service.ts';
import { readVisitPage, readVisitsOfMonth, readVisitsOn } from './visits.service.ts';
import {
  readLatestWorkout,
  readWorkout,
  readWorkoutPage,
  toWorkout,
  toWorkoutDetail,
} from './workout-reads.service.ts';
import { readSetRows, workoutSetHeaders } from './workouts-csv.ts';

interface WorkoutOptions {
  readonly now: () => Date;
}

/**
 * Limit of exports. A file of several years is the most expensive of these calls, and members
 * request it by hand.
 */
const exportRateLimit = { max: 10, timeWindow: 10 * 60 * 1000 };

export const workoutRoutes: FastifyPluginAsyncTypebox<WorkoutOptions> = async (app, { now }) => {
  app.route({
    ...contract.listWorkouts,
    handler: async ({ db, identity, query }) => {
      const { items, nextCursor } = await readWorkoutPage(db, {
        sub: identity.sub,
        workoutTypeId: query.workoutType ?? null,
        cursor: query.cursor ?? null,
        limit: query.limit ?? defaultPageLimit,
      });
      return { items: items.map(toWorkout), nextCursor };
    },
  });

  app.route({
    ...contract.getLatestWorkout,
    handler: async ({ db, identity }) => toWorkoutDetail(await readLatestWorkout(db, identity.sub)),
  });

  app.route({
    ...contract.getWorkout,
    handler: async ({ db, identity, params }) =>
      toWorkoutDetail(await readWorkout(db, identity.sub, params.workoutId)),
  });

  app.route({
    ...listVisits,
    handler: async ({ db, identity, query }) =>
      await readVisitPage(db, {
        sub: identity.sub,
        workoutTypeId: query.workoutType ?? null,
        cursor: query.cursor ?? null,
        limit: query.limit ?? defaultPageLimit,
      }),
  });

  app.route({
    ...getVisits,
    handler: async ({ db, identity, params: { date } }) => ({
      date,
      visits: await readVisitsOn(db, identity.sub, date),
    }),
  });

  app.route({
    ...listVisitsOfMonth,
    handler: async ({ db, identity, params: { month } }) =>
      await readVisitsOfMonth(db, identity.sub, month),
  });

  app.route({
    ...contract.exportWorkouts,
    config: { ...contract.exportWorkouts.config, rateLimit: exportRateLimit },
    // HEAD would build the whole file and send none of it.
    exposeHeadRoute: false,
    handler: async ({ staleDb, identity, query }, reply) => {
      const rows = readSetRows(staleDb, identity.sub, query.workoutType ?? null);
      const day = toGymDay(now()).replaceAll('-', '');
      return await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="tanren-workouts-${day}.csv"`)
        .send(streamCsv(workoutSetHeaders, rows));
    },
  });
};
