import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  type TrainingSessionRow,
  trainingSessions,
  trainingSessionSearch,
} from '#db/schema/menus.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { visibleTo } from './menu-visibility.service.ts';
import type { CountedFavorites } from './menu-summaries.ts';

type LockedMenu = Pick<
  TrainingSessionRow,
  'id' | 'authorSub' | 'title' | 'description' | 'visibility' | 'favoriteCount'
> & { readonly visible: boolean };

/**
 * Finds a menu and whether the member may see it, and locks it against changes until the
 * transaction ends.
 */
export async function lockMenu(
  tx: Transaction,
  sub: string,
  sessionId: number,
): Promise<LockedMenu | null> {
  const { id, authorSub, title, description, visibility, favoriteCount } = trainingSessions;
  const visible = sql<boolean>`${visibleTo(sub)}`;
  const [locked] = await tx
    .select({ id, authorSub, title, description, visibility, favoriteCount, visible })
    .from(trainingSessions)
    .where(eq(id, sessionId))
    .for('no key update');
  return locked ?? null;
}

interface Favorite {
  readonly sub: string;
  readonly trainingSessionId: number;
}

/** Adds a favourite. Returns `false` if it was already one. */
async function insertFavorite(db: Queryable, favorite: Favorite, now: Date): Promise<boolean> {
  const made = await db
    .insert(favoriteTrainingSessions)
    .values({ ...favorite, favoritedAt: now })
    .onConflictDoNothing()
    .returning({ sub: favoriteTrainingSessions.sub });
  return made.length > 0;
}

/** Removes a favourite. Returns `false` if it was not one. */
async function deleteFavorite(
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

/**
 * Changes the counts by one for each row that was really added or deleted. Searches use the new
 * counts at once.
 */
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

interface FavoriteRequest {
  readonly trainingSessionId: number;
  readonly favorite: boolean;
}

/**
 * Adds or removes a favourite. Repeating the call changes nothing. The menu is locked meanwhile, so
 * that its count changes only together with the rows it counts.
 */
export async function setFavorite(
  db: Queryable,
  lockAccount: LockAccount,
  sub: string,
  { trainingSessionId, favorite }: FavoriteRequest,
  now: Date,
): Promise<CountedFavorites> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    const menu = await lockMenu(tx, sub, trainingSessionId);
    if (menu === null) throw new AppError('not_found');
    const { visible, visibility, favoriteCount } = menu;
    if (favorite && !visible) throw new AppError('not_found');
    const key = { sub, trainingSessionId };
    const changed = favorite ? await insertFavorite(tx, key, now) : await deleteFavorite(tx, key);
    // The member can remove a favourite that was hidden meanwhile. The answer reveals nothing about
    // any other hidden menu.
    if (!visible && !changed) throw new AppError('not_found');
    if (!changed) return { visibility, favorite, favoriteCount };
    const by = favorite ? 1 : -1;
    await changeFavoriteCounts(tx, [trainingSessionId], by);
    // The row is locked, so no other transaction counts at the same time.
    return { visibility, favorite, favoriteCount: favoriteCount + by };
  });
}
