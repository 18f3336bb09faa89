import { setFavoriteTrainingSession } from '@tanren/contract/training-sessions';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { readIdentity } from '#lib/auth.ts';
import { ApiError, isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { refreshSessions } from '#lib/training-sessions.ts';
import { createFavoriteWishes, type FavoriteWishes, type Outcome } from './favorite-wishes.ts';
import { keepFavorite } from './known-sessions.ts';
import { loadWishes, nameWishStore, saveWishes } from './stored-wishes.ts';

let current: { readonly sub: string; readonly wishes: FavoriteWishes } | null = null;

/** Of whoever is signed in; there once a page of sessions has been opened. */
export function getFavoriteWishes(): FavoriteWishes {
  if (current === null) throw new Error('no page of sessions has been opened');
  return current.wishes;
}

/** A refusal stays one; whoever has to sign in again, or wait, still wants it. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status);
}

async function sendWish(
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
    // What is gone is no favourite any more, as was wished.
    if (!favorite && isApiError(error, 404)) return 'done';
    notifyDone(
      'お気に入りを変更できませんでした',
      'このセッションは、非公開になったか削除されています。',
    );
    return 'refused';
  }
}

function openWishes(queryClient: QueryClient, sub: string): FavoriteWishes {
  const name = nameWishStore(sub);
  return createFavoriteWishes({
    load: () => loadWishes(localStorage, name),
    save: (wishes) => {
      saveWishes(localStorage, name, wishes);
    },
    send: (id, favorite) => sendWish(queryClient, sub, id, favorite),
    schedule: (retry, ms) => {
      setTimeout(retry, ms);
    },
  });
}

function listenForConnections(): void {
  const retry = () => {
    if (document.visibilityState === 'visible') current?.wishes.retry();
  };
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  window.addEventListener('storage', ({ key }) => {
    if (current && (key === null || key === nameWishStore(current.sub))) current.wishes.reload();
  });
}

/** What was wished on this device and never arrived goes on its way, once sessions are looked at. */
export async function openFavorites(queryClient: QueryClient): Promise<void> {
  const sub = (await readIdentity())?.sub;
  if (sub === undefined || current?.sub === sub) return;
  if (current === null) listenForConnections();
  current?.wishes.close();
  const wishes = openWishes(queryClient, sub);
  current = { sub, wishes };
  wishes.retry();
}
