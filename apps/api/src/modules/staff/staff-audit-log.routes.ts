import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import type { Database } from '#db/database.ts';
import { readAuditPage } from './staff-audit-log.service.ts';

interface StaffAuditLogOptions {
  readonly db: Database;
}

export const staffAuditLogRoutes: FastifyPluginAsyncTypebox<StaffAuditLogOptions> = async (
  app,
  { db },
) => {
  app.route({ ...listAuditLog, handler: async ({ query }) => await readAuditPage(db, query) });
};
