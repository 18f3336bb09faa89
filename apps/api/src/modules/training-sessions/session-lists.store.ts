import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { favoriteTrainingSessions, trainingSessions } from '#db/schema/training-sessions.ts';
import { visibleTo } from '#db/session-visibility.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';
import type { Trained } from './session-reads.store.ts';

interface PageFilter {
  /** Null: from the first one on. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

export interface ListFilter extends PageFilter {
  readonly sub: string;
}

/** The member's own, last changed first; by the index `training_sessions_of_author`. */
export function selectOwnIds(db: Queryable, { sub, ...page }: ListFilter) {
  const { authorSub, forSub } = trainingSessions;
  return selectLastChanged(db, and(eq(authorSub, sub), isNull(forSub)), page);
}

/** What trainers made for the member; by the index `training_sessions_for_member`. */
export function selectMadeForIds(db: Queryable, { sub, ...page }: ListFilter) {
  return selectLastChanged(db, and(eq(trainingSessions.forSub, sub), visibleTo(sub)), page);
}

/** What one trainer made for one member; by the same index. */
export function selectTrainedIds(
  db: Queryable,
  { authorSub: by, forSub: member, ...page }: Trained & PageFilter,
) {
  const { authorSub, forSub } = trainingSessions;
  return selectLastChanged(db, and(eq(forSub, member), eq(authorSub, by)), page);
}

function selectLastChanged(db: Queryable, which: SQL | undefined, { from, limit }: PageFilter) {
  const { id, updatedAt } = trainingSessions;
  return db
    .select({ id, micros: selectMicros(updatedAt) })
    .from(trainingSessions)
    .where(and(which, from === null ? undefined : isBefore(updatedAt, id, from)))
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
