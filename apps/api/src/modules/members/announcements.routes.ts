import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/announcements';
import type { Announcement } from '@tanren/contract/members/announcements';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { desc, lte } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { announcements } from '#db/schema/members.ts';

/**
 * Lists the published announcements, newest first. Of the same time, the one written later comes
 * first.
 */
async function listAnnouncements(db: Queryable, now: Date): Promise<Announcement[]> {
  const { id, content, publishAt } = announcements;
  const rows = await db
    .select({ id, content, publishAt })
    .from(announcements)
    .where(lte(publishAt, now))
    .orderBy(desc(publishAt), desc(id));
  return rows.map(({ publishAt: at, ...row }) => ({ ...row, publishedDt: toGymDay(at ?? now) }));
}

interface AnnouncementOptions {
  readonly now: () => Date;
}

export const announcementRoutes: FastifyPluginAsyncTypebox<AnnouncementOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.listAnnouncements,
    handler: async ({ db }) => await listAnnouncements(db, now()),
  });
};
