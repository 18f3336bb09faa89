import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { visibleTo } from './session-reads.store.ts';

export interface AfterId {
  readonly sub: string;
  readonly afterId: number;
  readonly limit: number;
}

export async function listWritten(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { id, title, description, tags, visibility, items, createdAt, updatedAt } =
    trainingSessions;
  return await db
    .select({ id, title, description, tags, visibility, items, createdAt, updatedAt })
    .from(trainingSessions)
    .where(and(eq(trainingSessions.authorSub, sub), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

/** The title is null while the session is hidden from the member. */
export async function listFavorites(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { trainingSessionId, favoritedAt } = favoriteTrainingSessions;
  return await db
    .select({
      id: trainingSessionId,
      favoritedAt,
      title: sql<string | null>`case when ${visibleTo(sub)} then ${trainingSessions.title} end`,
    })
    .from(favoriteTrainingSessions)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingSessionId))
    .where(and(eq(favoriteTrainingSessions.sub, sub), gt(trainingSessionId, afterId)))
    .orderBy(asc(trainingSessionId))
    .limit(limit);
}

/** What the member told about others, with the title as it was. */
export async function listReportsBy(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { id, title, reason, comment, reportedAt } = trainingSessionReports;
  return await db
    .select({ id, title, reason, comment, reportedAt })
    .from(trainingSessionReports)
    .where(and(eq(trainingSessionReports.reporterSub, sub), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}
