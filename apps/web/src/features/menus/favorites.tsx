import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import {
  setFavoriteTrainingSession,
  type TrainingSessionSummary,
} from '@tanren/contract/menus/menus';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refreshMenus } from '#entities/menus/menus.queries.ts';
import { deviceStorage } from '#lib/browser-storage.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { openOutbox, getStoredSub, useUnsent } from '#lib/offline/outbox.ts';
import { isOfKind, type WriteTarget } from '#lib/offline/queued-write.ts';
import { writeThrough } from '#lib/offline/write-through.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { look, Text } from '#ui/layout.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';
import { cacheFavorite, type PendingFavorites } from './menu-cache.ts';
import classes from './menu-list.module.css';

/**
 * Returns the outbox target of a menu's favourite mark. Only the last choice for each target is
 * sent.
 */
export function favoriteTarget(trainingSessionId: number): WriteTarget {
  return `favorite:${trainingSessionId}`;
}

/** Returns the favourite choices that the server has not confirmed, by menu id. */
export function usePendingFavorites(): PendingFavorites {
  return new Map(
    useUnsent()
      .filter((write) => isOfKind(write, 'favorite') && write.refusal === null)
      .map(({ call }) => [Number(call.body['trainingSessionId']), call.body['favorite'] === true]),
  );
}

interface Chosen {
  readonly trainingSessionId: number;
  readonly title: string;
  readonly favorite: boolean;
}

async function chooseFavorite(
  queryClient: QueryClient,
  { trainingSessionId, title, favorite }: Chosen,
): Promise<void> {
  try {
    const outcome = await writeThrough(
      setFavoriteTrainingSession,
      { body: { trainingSessionId, favorite } },
      { target: favoriteTarget(trainingSessionId), about: title, isPatient: true },
    );
    if (outcome.sent) cacheFavorite(queryClient, outcome.answer);
  } catch (error) {
    void refreshMenus(queryClient);
    // A menu that no longer exists is not a favourite, which is what the member wanted.
    if (!favorite && isApiError(error, 404)) return;
    if (isApiError(error, 404)) notifyDone(gone.title, gone.text);
    else notifyRejection(gone.title, error);
  }
}

const gone = {
  title: 'お気に入りを変更できませんでした',
  text: 'このメニューは、非公開になったか削除されています。',
};

/**
 * Returns and removes the choices that an earlier release, which had no outbox, stored by itself.
 */
function takeOldChoices(): readonly (readonly [number, boolean])[] {
  const name = `tanren:favorite-wishes:${getStoredSub() ?? ''}`;
  const stored = deviceStorage.readJson(name);
  deviceStorage.remove(name);
  return Array.isArray(stored) ? stored.filter(isChoice) : [];
}

function isChoice(entry: unknown): entry is [number, boolean] {
  return Array.isArray(entry) && Number.isInteger(entry[0]) && typeof entry[1] === 'boolean';
}

/**
 * Opens the outbox and adds the choices of an earlier release. Each page with menus calls it first.
 */
export async function openFavorites(queryClient: QueryClient): Promise<void> {
  await openOutbox();
  for (const [trainingSessionId, favorite] of takeOldChoices()) {
    void chooseFavorite(queryClient, { trainingSessionId, title: '', favorite });
  }
}

type Marked = Pick<
  TrainingSessionSummary,
  'trainingSessionId' | 'title' | 'favorite' | 'favoriteCount'
>;

/** Returns the favourite mark as the member wants it, even before the server has confirmed it. */
function useFavorite({ trainingSessionId, title, favorite: known, favoriteCount }: Marked) {
  const queryClient = useQueryClient();
  const favorite = usePendingFavorites().get(trainingSessionId) ?? known;
  const added = Number(favorite) - Number(known);
  return {
    favorite,
    favoriteCount: Math.max(0, favoriteCount + added),
    toggle: () => {
      void chooseFavorite(queryClient, { trainingSessionId, title, favorite: !favorite });
    },
  };
}

interface FavoriteButtonProps {
  readonly session: Marked;
  readonly onChange?: (favorite: boolean) => void;
}

const button = look(
  'row',
  'inline',
  'align-center',
  'justify-center',
  'gap-4',
  'fixed',
  'tall-44',
  'quiet',
);

export function FavoriteButton({ session, onChange }: FavoriteButtonProps) {
  const { favorite, favoriteCount, toggle } = useFavorite(session);
  useFingerShield(favorite);
  const Heart = favorite ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={`${button} ${classes.button}`}
      aria-pressed={favorite}
      aria-label={`${favoriteCount} お気に入り「${session.title}」`}
      onClick={() => {
        toggle();
        onChange?.(!favorite);
      }}
    >
      <Heart size={24} stroke={1.75} aria-hidden />
      <Text as="span" size={14}>
        {favoriteCount}
      </Text>
    </button>
  );
}
