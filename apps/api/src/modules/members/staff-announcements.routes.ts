import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/staff-announcements';
import type { AnnouncementRow } from '#db/schema/members.ts';
import {
  createAnnouncement,
  readAnnouncementPage,
  removeAnnouncement,
  updateAnnouncement,
} from './staff-announcements.service.ts';

interface StaffAnnouncementOptions {
  readonly now: () => Date;
}

export const staffAnnouncementRoutes: FastifyPluginAsyncTypebox<StaffAnnouncementOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.listStaffAnnouncements,
    handler: async ({ db, query }) => {
      const { items, nextCursor } = await readAnnouncementPage(db, query);
      return { items: items.map((row) => toWire(row, now())), nextCursor };
    },
  });

  app.route({
    ...contract.createAnnouncement,
    handler: async ({ db, identity, body }, reply) => {
      const made = await createAnnouncement(db, identity.sub, body, now());
      return await reply.code(201).send(toWire(made, now()));
    },
  });

  app.route({
    ...contract.updateAnnouncement,
    handler: async ({ db, identity, params, body }) => {
      const change = { id: params.informationId, ...body };
      return toWire(await updateAnnouncement(db, identity.sub, change, now()), now());
    },
  });

  app.route({
    ...contract.deleteAnnouncement,
    handler: async ({ db, identity, params }, reply) => {
      await removeAnnouncement(db, identity.sub, params.informationId, now());
      return await reply.code(204).send(null);
    },
  });
};

function toWire(row: AnnouncementRow, now: Date): contract.StaffAnnouncement {
  const { id, content, publishAt, updatedAt, version } = row;
  return {
    id,
    content,
    publishAt: publishAt === null ? null : publishAt.toISOString(),
    published: publishAt !== null && publishAt <= now,
    updatedAt: updatedAt.toISOString(),
    version,
  };
}
