import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { useFavorite } from './use-favorites.ts';
import classes from './favorite-button.module.css';

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
