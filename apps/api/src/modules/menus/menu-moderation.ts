import { countCharacters } from '@tanren/domain/text';
import {
  maxReportsPerDay,
  reportCommentLimit,
  type ReportReason,
} from '@tanren/domain/menus/menus';
import { normalizeDescription } from '@tanren/domain/menus/menu-texts';
import { and, count, eq, gt, min, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  trainingSessionReports,
  type TrainingSessionRow,
  trainingSessions,
} from '#db/schema/menus.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { lockMenu } from './favorites.ts';
import { countTags, indexMenu } from './menu-index.store.ts';
import { lockMemberMenus } from './menus.store.ts';

type NewReport = Omit<typeof trainingSessionReports.$inferInsert, 'id' | 'trainingSessionId'> & {
  readonly trainingSessionId: number;
};

/**
 * Stores a report. A member has one report about a menu: reporting again replaces it and makes it
 * undecided.
 */
async function replaceReport(db: Queryable, report: NewReport): Promise<void> {
  const { trainingSessionId, reporterSub } = trainingSessionReports;
  await db
    .insert(trainingSessionReports)
    .values(report)
    .onConflictDoUpdate({
      target: [trainingSessionId, reporterSub],
      set: { ...report, decision: null, decidedAt: null },
    });
}

interface ReportCount {
  readonly reports: number;
  readonly oldestAt: Date | null;
}

/** Counts the member's reports about other menus than this one, deleted menus included. */
async function countOtherReports(
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

const dayMs = 24 * 60 * 60 * 1000;

interface Report {
  readonly trainingSessionId: number;
  readonly reason: ReportReason;
  readonly comment: string;
}

export async function reportMenu(
  db: Queryable,
  lockAccount: LockAccount,
  sub: string,
  { trainingSessionId, reason, comment: typed }: Report,
  now: Date,
): Promise<void> {
  const comment = readComment(typed);
  await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    await lockMemberMenus(tx, sub);
    const menu = await lockMenu(tx, sub, trainingSessionId);
    if (menu?.visible !== true) throw new AppError('not_found');
    const { authorSub, title, description } = menu;
    if (authorSub === sub) throw new AppError('forbidden');
    await rejectTooMany(tx, sub, trainingSessionId, now);
    const words = { authorSub, title, description };
    const report = { trainingSessionId, reporterSub: sub, reason, comment, reportedAt: now };
    await replaceReport(tx, { ...report, ...words });
  });
}

function readComment(typed: string): string {
  const comment = normalizeDescription(typed);
  if (countCharacters(comment) <= reportCommentLimit) return comment;
  throw new AppError('invalid_request', {
    fields: [{ path: '/comment', in: 'body', message: 'is too long' }],
  });
}

async function rejectTooMany(
  tx: Transaction,
  sub: string,
  trainingSessionId: number,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const { reports, oldestAt } = await countOtherReports(tx, sub, trainingSessionId, since);
  if (reports < maxReportsPerDay) return;
  const waitMs = (oldestAt ?? now).getTime() + dayMs - now.getTime();
  throw new AppError('too_many_requests', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/**
 * Hides a menu from all members but its author, who reads the reason and cannot publish it again.
 * Returns `null` if the menu has been deleted. A menu that was private when it was hidden loses its
 * date of publication, because lifting the ban must not publish what its author had taken back.
 */
export async function hideMenu(
  tx: Transaction,
  id: number,
  hiddenReason: string,
): Promise<TrainingSessionRow | null> {
  return await replaceVisibility(tx, id, ({ visibility, publishedAt, ...before }) => ({
    visibility: 'private',
    hiddenReason,
    publishedAt: visibility === 'public' || before.hiddenReason !== null ? publishedAt : null,
  }));
}

/**
 * Shows the menu as before it was hidden. A menu that is not hidden stays unchanged. Returns `null`
 * if the menu has been deleted.
 */
export async function restoreMenu(tx: Transaction, id: number): Promise<TrainingSessionRow | null> {
  return await replaceVisibility(tx, id, ({ hiddenReason, visibility, publishedAt, forSub }) => {
    const shows = hiddenReason !== null && publishedAt !== null && forSub === null;
    return { visibility: shows ? 'public' : visibility, hiddenReason: null, publishedAt };
  });
}

type Shown = Pick<TrainingSessionRow, 'visibility' | 'hiddenReason' | 'publishedAt'>;

async function replaceVisibility(
  tx: Transaction,
  id: number,
  decide: (before: TrainingSessionRow) => Shown,
): Promise<TrainingSessionRow | null> {
  const isIt = eq(trainingSessions.id, id);
  const [before] = await tx.select().from(trainingSessions).where(isIt).for('no key update');
  if (before === undefined) return null;
  const shown = decide(before);
  // The version changes, so that an open editor cannot silently overwrite it.
  const grown = shown.visibility === before.visibility ? 0 : 1;
  const [after] = await tx
    .update(trainingSessions)
    .set({ ...shown, version: sql`${trainingSessions.version} + ${grown}` })
    .where(isIt)
    .returning();
  if (after === undefined) throw new Error('a held session is gone');
  await indexMenu(tx, after);
  await countTags(tx, [before], [after]);
  return after;
}
