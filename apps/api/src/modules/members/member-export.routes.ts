import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/userinfo';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { ExportPart } from '#modules/identity/member-data.service.ts';
import { listExportFiles, zipFiles } from './export-files.service.ts';

interface MemberExportOptions {
  readonly now: () => Date;
  readonly parts: readonly ExportPart[];
}

/** Limit of exports, because this is the most expensive call and members rarely need it twice. */
const rateLimit = { max: 5, timeWindow: 10 * 60 * 1000 };

export const memberExportRoutes: FastifyPluginAsyncTypebox<MemberExportOptions> = async (
  app,
  { now, parts },
) => {
  app.route({
    ...contract.exportMemberData,
    config: { ...contract.exportMemberData.config, rateLimit, mayTakeLong: true },
    // HEAD would build the whole file and send none of it.
    exposeHeadRoute: false,
    handler: async ({ staleDb, identity }, reply) => {
      const at = now();
      return await reply
        .type('application/zip')
        .header(
          'content-disposition',
          `attachment; filename="tanren-export-${toGymDay(at).replaceAll('-', '')}.zip"`,
        )
        .send(zipFiles(listExportFiles(staleDb, parts, identity), at));
    },
  });
};
