import { IconChevronRight, IconTrophy } from '@tabler/icons-react';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './ranking-card.module.css';

/** On the home page: to the ranking of what was trained last. */
export function RankingCard({ lastType }: { readonly lastType: number | undefined }) {
  const known = lastType !== undefined && isWorkoutTypeId(lastType);
  const workoutType = known ? lastType : 1;
  return (
    <Link
      to="/workout-ranking/$workoutType/$rankingType"
      params={{ workoutType, rankingType: 'tfo' }}
      className={cardLink}
    >
      <span className={classes.row}>
        <IconTrophy size={24} stroke={1.75} aria-hidden />
        <span className={classes.words}>
          今月のランキング
          {known ? <span className={classes.type}>{nameWorkoutType(workoutType)}</span> : null}
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </span>
    </Link>
  );
}
