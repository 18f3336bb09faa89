import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database } from '#db/database.ts';
import {
  changeFavoriteCounts,
  deleteFavorite,
  holdSession,
  insertFavorite,
} from './favorites.store.ts';
import type { CountedFavorites } from './training-sessions.wire.ts';

export interface FavoriteParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
}

export interface FavoriteWish {
  readonly trainingSessionId: number;
  readonly favorite: boolean;
}

/**
 * Makes it so, however often it is asked for. The session is held meanwhile: its count changes
 * only together with the rows it counts.
 */
export async function setFavorite(
  { db, holdAccount }: FavoriteParts,
  sub: string,
  { trainingSessionId, favorite }: FavoriteWish,
  now: Date,
): Promise<CountedFavorites> {
  return await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    const session = await holdSession(tx, sub, trainingSessionId);
    if (session === null) throw new AppError('not_found');
    const { visible, visibility, favoriteCount } = session;
    if (favorite && !visible) throw new AppError('not_found');
    const key = { sub, trainingSessionId };
    const changed = favorite ? await insertFavorite(tx, key, now) : await deleteFavorite(tx, key);
    // One that was hidden meanwhile can be given up; of any other hidden one nothing is told.
    if (!visible && !changed) throw new AppError('not_found');
    if (!changed) return { visibility, favorite, favoriteCount };
    const by = favorite ? 1 : -1;
    await changeFavoriteCounts(tx, [trainingSessionId], by);
    // The row is held: nobody counts beside.
    return { visibility, favorite, favoriteCount: favoriteCount + by };
  });
}
