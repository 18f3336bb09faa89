import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/staff-announcements';
import type { Database } from '#db/database.ts';
import type { InformationRow } from '#db/schema/members.ts';
import {
  createInformation,
  readInformationPage,
  removeInformation,
  updateInformation,
} from './staff-announcements.service.ts';

interface StaffInformationOptions {
  readonly db: Database;
  readonly now: () => Date;
}

export const staffInformationRoutes: FastifyPluginAsyncTypebox<StaffInformationOptions> = async (
  app,
  { db, now },
) => {
  app.route({
    ...contract.listStaffInformations,
    handler: async ({ query }) => {
      const { items, nextCursor } = await readInformationPage(db, query);
      return { items: items.map((row) => toWire(row, now())), nextCursor };
    },
  });

  app.route({
    ...contract.createInformation,
    handler: async ({ identity, body }, reply) => {
      const made = await createInformation(db, identity.sub, body, now());
      return await reply.code(201).send(toWire(made, now()));
    },
  });

  app.route({
    ...contract.updateInformation,
    handler: async ({ identity, params, body }) => {
      const change = { id: params.informationId, ...body };
      return toWire(await updateInformation(db, identity.sub, change, now()), now());
    },
  });

  app.route({
    ...contract.deleteInformation,
    handler: async ({ identity, params }, reply) => {
      await removeInformation(db, identity.sub, params.informationId, now());
      return await reply.code(204).send(null);
    },
  });
};

function toWire(row: InformationRow, now: Date): contract.StaffInformation {
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
