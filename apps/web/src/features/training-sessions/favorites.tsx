import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import {
  setFavoriteTrainingSession,
  type TrainingSessionSummary,
} from '@tanren/contract/training-sessions';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { refreshSessions } from '#entities/training-sessions/training-sessions.queries.ts';
import { callApi } from '#lib/api.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { ApiError, isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import {
  createFavoriteQueue,
  type FavoriteQueue,
  loadPendingFavorites,
  pendingFavoritesKey,
  type Outcome,
  savePendingFavorites,
  type PendingFavorites,
} from './favorite-queue.ts';
import { keepFavorite } from './session-cache.ts';
import classes from './session-list.module.css';

let current: { readonly sub: string; readonly queue: FavoriteQueue } | null = null;

/** The queue of whoever is signed in; it exists once a page of sessions has been opened. */
function getFavoriteQueue(): FavoriteQueue {
  if (current === null) throw new Error('no page of sessions has been opened');
  return current.queue;
}

/** A refusal stays one; whoever has to sign in again, or wait, still wants it. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

async function sendFavorite(
  queryClient: QueryClient,
  sub: string,
  trainingSessionId: number,
  favorite: boolean,
): Promise<Outcome> {
  try {
    // Never in the name of whoever has signed in since.
    if ((await readIdentity())?.sub !== sub) return 'later';
    const body = { trainingSessionId, favorite };
    keepFavorite(queryClient, await callApi(setFavoriteTrainingSession, { body }));
    return 'done';
  } catch (error) {
    if (!isFinal(error)) return 'later';
    void refreshSessions(queryClient);
    // What is gone is no favourite any more, which is what the member wanted.
    if (!favorite && isApiError(error, 404)) return 'done';
    notifyDone(
      'お気に入りを変更できませんでした',
      'このメニューは、非公開になったか削除されています。',
    );
    return 'refused';
  }
}

function openQueue(queryClient: QueryClient, sub: string): FavoriteQueue {
  const name = pendingFavoritesKey(sub);
  return createFavoriteQueue({
    load: () => loadPendingFavorites(localStorage, name),
    save: (pending) => {
      savePendingFavorites(localStorage, name, pending);
    },
    send: (id, favorite) => sendFavorite(queryClient, sub, id, favorite),
    schedule: (retry, ms) => {
      setTimeout(retry, ms);
    },
  });
}

function listenForConnections(): void {
  const retry = () => {
    if (document.visibilityState === 'visible') current?.queue.retry();
  };
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  window.addEventListener('storage', ({ key }) => {
    if (current && (key === null || key === pendingFavoritesKey(current.sub)))
      current.queue.reload();
  });
}

/** Sends what was chosen on this device and never arrived; every page of sessions calls it first. */
export async function openFavorites(queryClient: QueryClient): Promise<void> {
  const sub = (await readIdentity())?.sub;
  if (sub === undefined || current?.sub === sub) return;
  if (current === null) listenForConnections();
  current?.queue.close();
  const queue = openQueue(queryClient, sub);
  current = { sub, queue };
  queue.retry();
}

export function usePendingFavorites(): PendingFavorites {
  const { subscribe, read } = getFavoriteQueue();
  return useSyncExternalStore(subscribe, read);
}

type Marked = Pick<TrainingSessionSummary, 'trainingSessionId' | 'favorite' | 'favoriteCount'>;

/** As the member wants it, whether or not the server knows already. */
function useFavorite({ trainingSessionId, favorite: known, favoriteCount }: Marked) {
  const favorite = usePendingFavorites().get(trainingSessionId) ?? known;
  const added = Number(favorite) - Number(known);
  return {
    favorite,
    favoriteCount: Math.max(0, favoriteCount + added),
    toggle: () => {
      getFavoriteQueue().change(trainingSessionId, !favorite);
    },
  };
}

interface FavoriteButtonProps {
  readonly session: Pick<
    TrainingSessionSummary,
    'trainingSessionId' | 'title' | 'favorite' | 'favoriteCount'
  >;
  readonly onChange?: (favorite: boolean) => void;
}

export function FavoriteButton({ session, onChange }: FavoriteButtonProps) {
  const { favorite, favoriteCount, toggle } = useFavorite(session);
  const Heart = favorite ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={classes.button}
      aria-pressed={favorite}
      aria-label={`${favoriteCount} お気に入り「${session.title}」`}
      onClick={() => {
        toggle();
        onChange?.(!favorite);
      }}
    >
      <Heart size={24} stroke={1.75} aria-hidden />
      <span className={classes.count}>{favoriteCount}</span>
    </button>
  );
}
