import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { visibleTo } from '#db/session-visibility.ts';

export interface AfterId {
  readonly sub: string;
  readonly afterId: number;
  readonly limit: number;
}

/** What the member wrote, and what a trainer made for them. */
export async function listWritten(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { id, authorSub, forSub, description, createdAt, updatedAt } = trainingSessions;
  const { title, tags, visibility, items } = trainingSessions;
  return await db
    .select({
      id,
      title,
      // What a trainer notes about a member is the member's: it may tell of health.
      description: sql<string>`case when ${visibleTo(sub)} then ${description} else '' end`,
      tags,
      visibility,
      /** Null: the member. */
      trainer: sql<
        string | null
      >`case when ${forSub} = ${sub} then coalesce(${userInfos.nickname}, '') end`,
      forMember: sql<boolean>`${authorSub} = ${sub} and ${forSub} is not null`,
      items,
      createdAt,
      updatedAt,
    })
    .from(trainingSessions)
    .leftJoin(userInfos, eq(userInfos.sub, authorSub))
    .where(and(or(eq(authorSub, sub), and(eq(forSub, sub), visibleTo(sub))), gt(id, afterId)))
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
