import { IconChevronRight, IconUserHeart } from '@tabler/icons-react';
import type { TrainerTrainingSession } from '@tanren/contract/training-sessions';
import { Link } from '@tanstack/react-router';
import { describeMinutes } from '#entities/training-sessions/training-sessions.queries.ts';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './new-session-card.module.css';

/** On the home page: what a trainer made and the member has not run yet. */
export function NewSessionCard({ session }: { readonly session: TrainerTrainingSession }) {
  const { trainingSessionId, title, author, workoutTypeIds } = session;
  const facts = [
    // Whoever has left has no name any more.
    ...(author.nickname === '' ? [] : [`${author.nickname}さん`]),
    `${workoutTypeIds.length}種目`,
    describeMinutes(session),
  ];
  return (
    <Link
      to="/training-sessions/$trainingSessionId"
      params={{ trainingSessionId }}
      className={cardLink}
    >
      <span className={classes.row}>
        <span className={classes.words}>
          <span className={classes.label}>
            <IconUserHeart size={20} stroke={1.75} aria-hidden />
            トレーナーからの新しいセッション
          </span>
          <strong className={classes.title}>{title}</strong>
          <span className={classes.facts}>{facts.join('・')}</span>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </span>
    </Link>
  );
}
