import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/gyms/legal-notice';
import { changeLegalNotice, readWireNotice } from './legal-notices.service.ts';

export const legalNoticeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...contract.getLegalNotice,
    handler: async ({ db, params }) => await readWireNotice(db, params.gymId),
  });
};

interface StaffLegalNoticeOptions {
  readonly now: () => Date;
}

export const staffLegalNoticeRoutes: FastifyPluginAsyncTypebox<StaffLegalNoticeOptions> = async (
  app,
  { now },
) => {
  app.route({
    ...contract.setLegalNotice,
    handler: async ({ db, identity, params, body: { version, ...notice } }) => {
      const request = { staffSub: identity.sub, ...params, version };
      return await changeLegalNotice(db, request, notice, now());
    },
  });
};
