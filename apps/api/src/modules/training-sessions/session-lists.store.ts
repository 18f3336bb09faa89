import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { favoriteTrainingSessions, trainingSessions } from '#db/schema/training-sessions.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import { visibleTo } from './session-reads.store.ts';

export interface ListFilter {
  readonly sub: string;
  /** Null: from the first one on. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** The member's own, last changed first; by the index `training_sessions_of_author`. */
export function selectOwnIds(db: Queryable, { sub, from, limit }: ListFilter) {
  const { id, authorSub, updatedAt } = trainingSessions;
  return db
    .select({ id, micros: selectMicros(updatedAt) })
    .from(trainingSessions)
    .where(and(eq(authorSub, sub), from === null ? undefined : isBefore(updatedAt, id, from)))
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
}

/** Those that can be seen, last added first; by the index `favorite_training_sessions_newest`. */
export function selectFavoriteIds(db: Queryable, { sub, from, limit }: ListFilter) {
  const { trainingSessionId, favoritedAt } = favoriteTrainingSessions;
  return db
    .select({ id: trainingSessionId, micros: selectMicros(favoritedAt) })
    .from(favoriteTrainingSessions)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingSessionId))
    .where(
      and(
        eq(favoriteTrainingSessions.sub, sub),
        visibleTo(sub),
        from === null ? undefined : isBefore(favoritedAt, trainingSessionId, from),
      ),
    )
    .orderBy(desc(favoritedAt), desc(trainingSessionId))
    .limit(limit);
}
