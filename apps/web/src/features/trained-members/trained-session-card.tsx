import { IconClock } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { Link } from '@tanstack/react-router';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { describeMinutes } from '#entities/training-sessions/training-sessions.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { LinkCard, linkOfCard } from '#ui/lists/cards.tsx';
import { DeleteTrainedSession } from './delete-trained-session.tsx';
import classes from './trained-session-card.module.css';
import { useMember } from './within-link.tsx';

/** Leads to the editor as a whole; only the bin does something else. */
export function TrainedSessionCard({ session }: { readonly session: TrainingSessionSummary }) {
  const { memberId } = useMember();
  const { trainingSessionId, title, workoutTypeIds, setCount, tags, updatedAt } = session;
  return (
    <LinkCard
      link={
        <Link
          to="/trainer/members/$memberId/training-sessions/$trainingSessionId"
          params={{ memberId, trainingSessionId }}
          className={linkOfCard}
        >
          {title}
        </Link>
      }
      action={<DeleteTrainedSession session={session} />}
    >
      <p className={classes.facts}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        {describeMinutes(session)}・{setCount}セット
      </p>
      <p className={classes.quiet}>{workoutTypeIds.map(nameWorkoutType).join('、')}</p>
      {tags.length === 0 ? null : (
        <p className={classes.quiet}>{tags.map((tag) => `#${tag}`).join(' ')}</p>
      )}
      <p className={classes.small}>{formatGymDate(gymDayOf(updatedAt))} 更新</p>
    </LinkCard>
  );
}
