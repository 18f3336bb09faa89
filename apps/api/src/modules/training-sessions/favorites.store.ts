import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  type TrainingSessionRow,
  trainingSessions,
} from '#db/schema/training-sessions.ts';

export type HeldSession = Pick<
  TrainingSessionRow,
  'id' | 'authorSub' | 'title' | 'description' | 'visibility' | 'favoriteCount'
>;

/** A session of anybody: until the transaction ends nobody changes, hides or deletes it. */
export async function holdSession(tx: Transaction, id: number): Promise<HeldSession | null> {
  const { authorSub, title, description, visibility, favoriteCount } = trainingSessions;
  const [held] = await tx
    .select({ id: trainingSessions.id, authorSub, title, description, visibility, favoriteCount })
    .from(trainingSessions)
    .where(eq(trainingSessions.id, id))
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

/** By one, for a row that was really added or taken away; answers the count. */
export async function changeFavoriteCount(db: Queryable, id: number, by: 1 | -1): Promise<number> {
  const [changed] = await db
    .update(trainingSessions)
    .set({ favoriteCount: sql`${trainingSessions.favoriteCount} + ${by}` })
    .where(eq(trainingSessions.id, id))
    .returning({ favoriteCount: trainingSessions.favoriteCount });
  if (changed === undefined) throw new Error('a held session is gone');
  return changed.favoriteCount;
}
