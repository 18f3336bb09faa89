import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import type { Wishes } from './favorite-wishes.ts';
import { listEachOnce } from './known-sessions.ts';
import type { SessionPage } from './training-sessions.queries.ts';

interface FavoritesParts {
  readonly pages: readonly SessionPage[];
  readonly wishes: Wishes;
  /** Unmarked on this very page. */
  readonly kept: ReadonlySet<number>;
  readonly find: (trainingSessionId: number) => TrainingSessionSummary | null;
}

/** The favourites as the member wants them, last added first, before the server knows it too. */
export function listFavorites({ pages, wishes, kept, find }: FavoritesParts) {
  const listed = listEachOnce(pages);
  const added = [...wishes]
    .filter(([id, favorite]) => favorite && !listed.some((s) => s.trainingSessionId === id))
    .map(([id]) => find(id))
    .filter((session) => session !== null);
  const still = listed.filter(
    ({ trainingSessionId: id, favorite }) => kept.has(id) || (wishes.get(id) ?? favorite),
  );
  return [...added.toReversed(), ...still];
}
