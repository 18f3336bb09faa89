import { IconClock, IconUser } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { Link } from '@tanstack/react-router';
import { describeMinutes } from '#lib/training-sessions.ts';
import { LinkCard, linkOfCard } from '#ui/link-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { describeMachines } from './session-words.ts';
import { TrainerMark } from './trainer-mark.tsx';
import { VisibilityMark } from './visibility-mark.tsx';
import classes from './session-card.module.css';

interface SessionCardProps {
  readonly session: TrainingSessionSummary;
  readonly heading?: 'h2' | 'h3';
  readonly onFavorite?: (favorite: boolean) => void;
}

/** Leads to the session as a whole; only the heart does something else. */
export function SessionCard({ session, heading = 'h2', onFavorite }: SessionCardProps) {
  const { trainingSessionId, title, tags, author, byTrainer, setCount, visibility } = session;
  return (
    <LinkCard
      heading={heading}
      link={
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId }}
          className={linkOfCard}
        >
          {title}
        </Link>
      }
      action={
        <FavoriteButton session={session} {...(onFavorite ? { onChange: onFavorite } : {})} />
      }
    >
      <p className={classes.facts}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <span>{describeMinutes(session)}</span>
        <span>{setCount}セット</span>
      </p>
      <p className={classes.machines}>{describeMachines(session)}</p>
      {tags.length === 0 ? null : (
        <ul className={classes.tags} aria-label="タグ">
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
      <p className={classes.author}>
        {author.isMe ? (
          <VisibilityMark visibility={visibility} />
        ) : (
          <>
            <IconUser size={16} stroke={1.75} aria-hidden />
            <span>{author.nickname}</span>
          </>
        )}
        {byTrainer ? <TrainerMark /> : null}
      </p>
    </LinkCard>
  );
}
