import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { visibleTo } from '#policies/session-visibility.ts';
import { changeFavoriteCounts } from './favorites.ts';

/**
 * Sessions of the member or for the member, and those whose count of favourites will fall, all at once and in the order of
 * their ids: two members who like each other's sessions may leave in the same moment.
 */
export async function lockTouchedSessions(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`
    select from ${trainingSessions}
    where id in (
      select id from ${trainingSessions} where author_sub = ${sub} or for_sub = ${sub}
      union select training_session_id from ${favoriteTrainingSessions} where sub = ${sub}
    )
    order by id
    for update`);
}

export async function deleteFavoritesOf(tx: Transaction, sub: string): Promise<void> {
  const { trainingSessionId } = favoriteTrainingSessions;
  const gone = await tx
    .delete(favoriteTrainingSessions)
    .where(eq(favoriteTrainingSessions.sub, sub))
    .returning({ trainingSessionId });
  const ids = gone.map((favorite) => favorite.trainingSessionId);
  await changeFavoriteCounts(tx, ids, -1);
}

/** What a trainer made for members stays with them: from now on as their own. */
export async function leaveSessionsToMembers(tx: Transaction, sub: string): Promise<void> {
  const { authorSub, forSub, hiddenReason } = trainingSessions;
  await tx
    .update(trainingSessions)
    .set({ authorSub: sql`${forSub}`, forSub: null, draftId: null })
    // What staff took away from the member is not given back.
    .where(and(eq(authorSub, sub), isNotNull(forSub), isNull(hiddenReason)));
}

export async function deleteSessionsOf(tx: Transaction, sub: string) {
  const { authorSub, forSub, tags, visibility } = trainingSessions;
  return await tx
    .delete(trainingSessions)
    .where(or(eq(authorSub, sub), eq(forSub, sub)))
    .returning({ tags, visibility });
}

export async function deleteReportsOf(tx: Transaction, sub: string): Promise<void> {
  const { authorSub, reporterSub } = trainingSessionReports;
  await tx.delete(trainingSessionReports).where(or(eq(authorSub, sub), eq(reporterSub, sub)));
}

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
