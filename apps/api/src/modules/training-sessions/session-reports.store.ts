import { and, count, eq, gt, min, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { trainingSessionReports } from '#db/schema/training-sessions.ts';

type NewReport = Omit<typeof trainingSessionReports.$inferInsert, 'id' | 'trainingSessionId'> & {
  readonly trainingSessionId: number;
};

/** The last one of a member about a session counts, and is undecided again. */
export async function replaceReport(db: Queryable, report: NewReport): Promise<void> {
  const { trainingSessionId, reporterSub } = trainingSessionReports;
  await db
    .insert(trainingSessionReports)
    .values(report)
    .onConflictDoUpdate({
      target: [trainingSessionId, reporterSub],
      set: { ...report, decision: null, decidedAt: null },
    });
}

export interface ReportCount {
  readonly reports: number;
  readonly oldestAt: Date | null;
}

/** Of a member, about other sessions than this one, deleted ones included. */
export async function countOtherReports(
  db: Queryable,
  sub: string,
  trainingSessionId: number,
  since: Date,
): Promise<ReportCount> {
  const table = trainingSessionReports;
  const [found] = await db
    .select({ reports: count(), oldestAt: min(table.reportedAt) })
    .from(table)
    .where(
      and(
        eq(table.reporterSub, sub),
        gt(table.reportedAt, since),
        sql`${table.trainingSessionId} is distinct from ${trainingSessionId}`,
      ),
    );
  return found ?? { reports: 0, oldestAt: null };
}
