import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/menus/staff-menu-reports';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { decideReport, readReportPage } from './staff-menu-reports.service.ts';
import type { DescribedReport } from './staff-menu-reports.store.ts';

interface StaffReportOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
}

export const staffReportRoutes: FastifyPluginAsyncTypebox<StaffReportOptions> = async (
  app,
  { now, lockAccount },
) => {
  app.route({
    ...contract.listStaffReports,
    handler: async ({ db, query: { state, cursor = null, limit = defaultPageLimit } }) => {
      const { items, nextCursor } = await readReportPage(db, state, cursor, limit);
      return { items: items.map(toWire), nextCursor };
    },
  });

  app.route({
    ...contract.decideReport,
    handler: async ({ db, identity, params, body }) =>
      toWire(await decideReport(db, lockAccount, identity.sub, params.reportId, body, now())),
  });
};

function toWire({ micros: _micros, ...report }: DescribedReport): contract.StaffReport {
  return {
    ...report,
    reportedAt: report.reportedAt.toISOString(),
    decidedAt: report.decidedAt?.toISOString() ?? null,
  };
}
