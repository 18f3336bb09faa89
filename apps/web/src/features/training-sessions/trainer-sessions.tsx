import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listEachOnce } from './session-cache.ts';
import { SessionList } from './session-list.tsx';
import { trainerSessionsQuery } from './training-sessions.queries.ts';
import classes from './trainer-sessions.module.css';

interface TrainerSessionsProps {
  /** Nothing is said of none: nobody is there to make one. */
  readonly quiet: boolean;
}

/** Those that trainers made for the member; they stay when the link ends. */
export function TrainerSessions({ quiet }: TrainerSessionsProps) {
  const id = useId();
  const query = useSuspenseInfiniteQuery(trainerSessionsQuery);
  const sessions = listEachOnce(query.data.pages);
  if (quiet && sessions.length === 0) return null;
  return (
    <section
      className={classes.section}
      data-complete={!query.hasNextPage || undefined}
      aria-labelledby={id}
    >
      <h2 id={id} className={classes.heading}>
        作ってもらったセッション
      </h2>
      {sessions.length === 0 ? (
        <p className={classes.none}>
          まだありません。トレーナーがセッションを作ると、ここに表示されます。
        </p>
      ) : (
        <SessionList sessions={sessions} query={query} heading="h3" />
      )}
    </section>
  );
}
