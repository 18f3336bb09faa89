import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/memberships/health-checks';
import {
  answerCheck,
  type HealthCheckParts,
  listDueChecks,
  readOwnCheck,
  removeCheck,
  viewCheck,
} from './health-checks.service.ts';

interface HealthCheckOptions extends HealthCheckParts {
  readonly now: () => Date;
}

export const healthCheckRoutes: FastifyPluginAsyncTypebox<HealthCheckOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.listDueHealthChecks,
    handler: async ({ db, identity }) => await listDueChecks(db, identity.sub, now()),
  });

  app.route({
    ...contract.getHealthCheck,
    handler: async ({ db, identity: { sub }, params }) =>
      await readOwnCheck(db, parts.healthKey, { sub, ...params }),
  });

  app.route({
    ...contract.answerHealthCheck,
    handler: async ({ db, identity: { sub }, params, body }) =>
      await answerCheck(db, parts, { sub, ...params, ...body }, now()),
  });

  app.route({
    ...contract.deleteHealthCheck,
    handler: async ({ db, identity: { sub }, params }) =>
      await removeCheck(db, parts.healthKey, { sub, ...params }),
  });
};

export const staffHealthCheckRoutes: FastifyPluginAsyncTypebox<HealthCheckOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...contract.getStaffHealthCheck,
    handler: async ({ db, identity, params: { gymId, member } }) => {
      const view = { staffSub: identity.sub, gymId, memberSub: member.toLowerCase() };
      return await viewCheck(db, parts, view, now());
    },
  });
};
