import { countCharacters } from '@tanren/domain/character-count';
import {
  mostReportsADay,
  reportCommentLimit,
  type ReportReason,
} from '@tanren/domain/session-reports';
import { normalizeDescription } from '@tanren/domain/session-texts';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Transaction } from '#db/database.ts';
import { holdSession } from './favorites.store.ts';
import { countOtherReports, replaceReport } from './session-reports.store.ts';
import { lockMemberSessions } from './training-sessions.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface ReportParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
}

export interface Report {
  readonly trainingSessionId: number;
  readonly reason: ReportReason;
  readonly comment: string;
}

export async function reportSession(
  { db, holdAccount }: ReportParts,
  sub: string,
  { trainingSessionId, reason, comment: typed }: Report,
  now: Date,
): Promise<void> {
  const comment = readComment(typed);
  await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    await lockMemberSessions(tx, sub);
    const session = await holdSession(tx, sub, trainingSessionId);
    if (session?.visible !== true) throw new AppError('not_found');
    const { authorSub, title, description } = session;
    if (authorSub === sub) throw new AppError('forbidden');
    await refuseTooMany(tx, sub, trainingSessionId, now);
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

async function refuseTooMany(
  tx: Transaction,
  sub: string,
  trainingSessionId: number,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const { reports, oldestAt } = await countOtherReports(tx, sub, trainingSessionId, since);
  if (reports < mostReportsADay) return;
  const waitMs = (oldestAt ?? now).getTime() + dayMs - now.getTime();
  throw new AppError('too_many_requests', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
