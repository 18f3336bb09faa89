import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/paging';
import * as contract from '@tanren/contract/training-sessions';
import type { Database } from '#db/database.ts';
import { searchSessions } from './search.service.ts';
import { listTags } from './tags.service.ts';

export const sessionSearchRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (
  app,
  { db },
) => {
  app.route({
    ...contract.searchTrainingSessions,
    handler: async ({ identity, query }) =>
      await searchSessions(db, identity.sub, {
        query: query.query ?? '',
        tag: query.tag ?? '',
        workoutType: query.workoutType ?? null,
        sort: query.sort ?? 'new',
        cursor: query.cursor ?? null,
        limit: query.limit ?? defaultPageLimit,
      }),
  });

  app.route({
    ...contract.listTrainingSessionTags,
    handler: async ({ identity, query }) => await listTags(db, identity.sub, query.query ?? ''),
  });
};
