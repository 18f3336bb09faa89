import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { changeFavoriteCounts } from './favorites.store.ts';

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
