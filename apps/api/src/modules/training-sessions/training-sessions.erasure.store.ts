import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';
import { changeFavoriteCounts } from './favorites.store.ts';

/**
 * Own sessions and those whose count of favourites will fall, all at once and in the order of
 * their ids: two members who like each other's sessions may leave in the same moment.
 */
export async function lockTouchedSessions(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`
    select from ${trainingSessions}
    where id in (
      select id from ${trainingSessions} where author_sub = ${sub}
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

export async function deleteSessionsOf(tx: Transaction, sub: string) {
  const { authorSub, tags, visibility } = trainingSessions;
  return await tx
    .delete(trainingSessions)
    .where(eq(authorSub, sub))
    .returning({ tags, visibility });
}

export async function deleteReportsOf(tx: Transaction, sub: string): Promise<void> {
  const { authorSub, reporterSub } = trainingSessionReports;
  await tx.delete(trainingSessionReports).where(or(eq(authorSub, sub), eq(reporterSub, sub)));
}
