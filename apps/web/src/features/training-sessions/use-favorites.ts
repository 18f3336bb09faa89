import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { useSyncExternalStore } from 'react';
import type { Wishes } from './favorite-wishes.ts';
import { getFavoriteWishes } from './member-favorites.ts';

export function useFavoriteWishes(): Wishes {
  const { subscribe, read } = getFavoriteWishes();
  return useSyncExternalStore(subscribe, read);
}

type Marked = Pick<TrainingSessionSummary, 'trainingSessionId' | 'favorite' | 'favoriteCount'>;

/** As the member wants it, whether or not the server knows already. */
export function useFavorite({ trainingSessionId, favorite: known, favoriteCount }: Marked) {
  const favorite = useFavoriteWishes().get(trainingSessionId) ?? known;
  const added = Number(favorite) - Number(known);
  return {
    favorite,
    favoriteCount: Math.max(0, favoriteCount + added),
    toggle: () => {
      getFavoriteWishes().wish(trainingSessionId, !favorite);
    },
  };
}
