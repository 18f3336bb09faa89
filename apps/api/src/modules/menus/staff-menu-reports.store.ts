import type { ReportDecision } from '@tanren/contract/menus/staff-menu-reports';
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainingSessionReports, trainingSessions } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';

const report = trainingSessionReports;

/** Selects reports with the present menu and the nicknames of author and reporter. */
function selectReports(db: Queryable) {
  const [author, reporter, same] = [
    alias(userInfos, 'author'),
    alias(userInfos, 'reporter'),
    alias(report, 'same'),
  ];
  return db
    .select({
      id: report.id,
      micros: selectMicros(report.reportedAt),
      reason: report.reason,
      comment: report.comment,
      reportedAt: report.reportedAt,
      title: report.title,
      description: report.description,
      session: {
        trainingSessionId: trainingSessions.id,
        title: trainingSessions.title,
        description: trainingSessions.description,
        tags: trainingSessions.tags,
        visibility: trainingSessions.visibility,
        hidden: sql<boolean>`${trainingSessions.hiddenReason} is not null`,
      },
      authorNickname: sql<string | null>`case when ${report.authorSub} = ${gymAuthor.sub}
        then ${gymAuthor.nickname} else ${author.nickname} end`,
      reporterNickname: reporter.nickname,
      /**
       * Number of reports about the menu. A deleted menu counts as 1, because its reports no longer
       * reference it.
       */
      reportCount: sql<number>`greatest(1, (select count(*)::int from ${report} as ${same}
        where ${same.trainingSessionId} = ${report.trainingSessionId}))`,
      decision: report.decision,
      decidedAt: report.decidedAt,
    })
    .from(report)
    .leftJoin(trainingSessions, eq(trainingSessions.id, report.trainingSessionId))
    .leftJoin(author, eq(author.sub, report.authorSub))
    .leftJoin(reporter, eq(reporter.sub, report.reporterSub));
}
export type DescribedReport = Awaited<ReturnType<typeof selectReports>>[number];

interface ReportFilter {
  readonly state: 'open' | 'decided';
  /** Position after which the page begins. `null` to begin with the newest report. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

export function selectReportPage(db: Queryable, { state, from, limit }: ReportFilter) {
  const isIt = state === 'open' ? isNull(report.decision) : isNotNull(report.decision);
  return selectReports(db)
    .where(and(isIt, from === null ? undefined : isBefore(report.reportedAt, report.id, from)))
    .orderBy(desc(report.reportedAt), desc(report.id))
    .limit(limit);
}

export async function findReport(db: Queryable, id: number): Promise<DescribedReport | null> {
  const [found] = await selectReports(db).where(eq(report.id, id));
  return found ?? null;
}

/** Locks a menu, so that its author cannot leave meanwhile and delete it with its reports. */
export async function lockMenu(tx: Transaction, id: number): Promise<void> {
  await tx
    .select({ id: trainingSessions.id })
    .from(trainingSessions)
    .where(eq(trainingSessions.id, id))
    .for('key share');
}

/**
 * Stores a decision for the report itself and for every undecided report about the same menu. When
 * the menu is shown again, it also applies to the reports for which the menu was hidden.
 */
export async function decideReports(
  tx: Transaction,
  { id, trainingSessionId }: { readonly id: number; readonly trainingSessionId: number | null },
  decision: ReportDecision,
  decidedAt: Date,
): Promise<void> {
  const others =
    trainingSessionId === null
      ? undefined
      : and(
          eq(report.trainingSessionId, trainingSessionId),
          or(
            isNull(report.decision),
            decision === 'restore' ? eq(report.decision, 'hide') : undefined,
          ),
        );
  await tx
    .update(report)
    .set({ decision, decidedAt })
    .where(or(eq(report.id, id), others));
}
