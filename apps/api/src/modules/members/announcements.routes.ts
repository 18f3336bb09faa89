import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/announcements';
import type { Information } from '@tanren/contract/members/announcements';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { desc, lte } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { informations } from '#db/schema/members.ts';

/**
 * Lists the published announcements, newest first. Of the same time, the one written later comes
 * first.
 */
async function listInformations(db: Queryable, now: Date): Promise<Information[]> {
  const { id, content, publishAt } = informations;
  const rows = await db
    .select({ id, content, publishAt })
    .from(informations)
    .where(lte(publishAt, now))
    .orderBy(desc(publishAt), desc(id));
  return rows.map(({ publishAt: at, ...row }) => ({ ...row, publishedDt: toGymDay(at ?? now) }));
}

interface InformationOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const informationRoutes: FastifyPluginAsyncTypebox<InformationOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listInformations,
    handler: async () => await listInformations(db, now()),
  });
};
