import { and, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  type TrainingSessionRow,
  trainingSessions,
  trainingSessionSearch,
} from '#db/schema/training-sessions.ts';
import { visibleTo } from '#db/session-visibility.ts';

export type HeldSession = Pick<
  TrainingSessionRow,
  'id' | 'authorSub' | 'title' | 'description' | 'visibility' | 'favoriteCount'
> & { readonly visible: boolean };

/**
 * A session of anybody, and whether the member may see it: until the transaction ends nobody
 * changes, hides or deletes it.
 */
export async function holdSession(
  tx: Transaction,
  sub: string,
  sessionId: number,
): Promise<HeldSession | null> {
  const { id, authorSub, title, description, visibility, favoriteCount } = trainingSessions;
  const visible = sql<boolean>`${visibleTo(sub)}`;
  const [held] = await tx
    .select({ id, authorSub, title, description, visibility, favoriteCount, visible })
    .from(trainingSessions)
    .where(eq(id, sessionId))
    .for('no key update');
  return held ?? null;
}

interface Favorite {
  readonly sub: string;
  readonly trainingSessionId: number;
}

/** False when it was one already. */
export async function insertFavorite(
  db: Queryable,
  favorite: Favorite,
  now: Date,
): Promise<boolean> {
  const made = await db
    .insert(favoriteTrainingSessions)
    .values({ ...favorite, favoritedAt: now })
    .onConflictDoNothing()
    .returning({ sub: favoriteTrainingSessions.sub });
  return made.length > 0;
}

/** False when it was none. */
export async function deleteFavorite(
  db: Queryable,
  { sub, trainingSessionId }: Favorite,
): Promise<boolean> {
  const deleted = await db
    .delete(favoriteTrainingSessions)
    .where(
      and(
        eq(favoriteTrainingSessions.sub, sub),
        eq(favoriteTrainingSessions.trainingSessionId, trainingSessionId),
      ),
    )
    .returning({ sub: favoriteTrainingSessions.sub });
  return deleted.length > 0;
}

/** By one each, for rows that were really added or taken away; searches know it at once. */
export async function changeFavoriteCounts(
  db: Queryable,
  ids: readonly number[],
  by: 1 | -1,
): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    with changed as (
      update ${trainingSessions} set favorite_count = favorite_count + ${by}
      where id = any(${arrayLiteral(ids)}::integer[]) returning id, favorite_count
    )
    update ${trainingSessionSearch} as found set favorite_count = changed.favorite_count
    from changed where found.training_session_id = changed.id`);
}
