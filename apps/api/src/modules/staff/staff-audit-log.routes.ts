import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import { readAuditPage } from './staff-audit-log.service.ts';

export const staffAuditLogRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listAuditLog, handler: async ({ db, query }) => await readAuditPage(db, query) });
};
