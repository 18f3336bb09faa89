import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/training-sessions.ts';

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
  await tx.execute(sql`
    with gone as (
      delete from ${favoriteTrainingSessions} where sub = ${sub} returning training_session_id
    )
    update ${trainingSessions} as s set favorite_count = favorite_count - 1
    from gone where s.id = gone.training_session_id`);
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
