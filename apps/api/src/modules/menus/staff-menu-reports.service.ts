import type { ReportDecision } from '@tanren/contract/menus/staff-menu-reports';
import { AppError } from '#http/app-error.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { logAuditEntry, readStaffReason } from '#modules/staff/audit-log.service.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import { hideMenu, restoreMenu } from './menu-moderation.ts';
import {
  decideReports,
  type DescribedReport,
  findReport,
  lockMenu,
  selectReportPage,
} from './staff-menu-reports.store.ts';

interface Verdict {
  readonly decision: ReportDecision;
  /** Reason as staff typed it. */
  readonly reason: string;
}

export async function readReportPage(
  db: Queryable,
  state: 'open' | 'decided',
  cursor: string | null,
  limit: number,
): Promise<Page<DescribedReport>> {
  const from = cursor === null ? null : readTimeCursor(cursor);
  return cutPage(await selectReportPage(db, { state, from, limit: limit + 1 }), limit);
}

/** Decides on a report. Repeating the same decision changes nothing. */
export async function decideReport(
  db: Queryable,
  lockAccount: LockAccount,
  staffSub: string,
  reportId: number,
  verdict: Verdict,
  now: Date,
): Promise<DescribedReport> {
  const { decision } = verdict;
  const reason = readStaffReason(verdict.reason, decision === 'hide');
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const report = await requireReport(tx, reportId);
    if (report.decision === decision) return report;
    const trainingSessionId = report.session?.trainingSessionId ?? null;
    await changeMenu(tx, trainingSessionId, { decision, reason });
    await decideReports(tx, { id: reportId, trainingSessionId }, decision, now);
    // The log names the menu by its number, because its title is the member's own text.
    const target =
      trainingSessionId === null ? '削除されたメニュー' : `メニュー${trainingSessionId}`;
    await logAuditEntry(tx, { staffSub, action: `report.${decision}`, target, reason }, now);
    return await requireReport(tx, reportId);
  });
}

/**
 * Hides or restores the menu. It is locked before its reports, in the same order as when a member
 * reports or leaves.
 */
async function changeMenu(
  tx: Transaction,
  id: number | null,
  { decision, reason }: Verdict,
): Promise<void> {
  switch (decision) {
    case 'dismiss':
      if (id !== null) await lockMenu(tx, id);
      return;
    case 'hide':
      if (id === null || (await hideMenu(tx, id, reason)) === null) {
        throw new AppError('not_found');
      }
      return;
    case 'restore':
      if (id === null || (await restoreMenu(tx, id)) === null) throw new AppError('not_found');
  }
}

async function requireReport(db: Queryable, id: number): Promise<DescribedReport> {
  const report = await findReport(db, id);
  if (report === null) throw new AppError('not_found');
  return report;
}
