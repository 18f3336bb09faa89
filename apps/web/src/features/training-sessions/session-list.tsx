import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import type { ComponentProps } from 'react';
import { PagedList } from '#ui/paged-list.tsx';
import { SessionCard } from './session-card.tsx';
import classes from './session-list.module.css';

interface SessionListProps {
  readonly sessions: readonly TrainingSessionSummary[];
  readonly query: ComponentProps<typeof PagedList>['query'];
  /** Something else will be here in a moment. */
  readonly busy?: boolean;
  /** Of each card, in the order of the page's headings. */
  readonly heading?: 'h2' | 'h3';
  readonly onFavorite?: (trainingSessionId: number, favorite: boolean) => void;
}

/** Of a card in the list on a phone, in px. */
const cardHeight = 172;

export function SessionList(props: SessionListProps) {
  const { sessions, query, busy = false, heading = 'h2', onFavorite } = props;
  return (
    <PagedList query={query} itemHeight={cardHeight} busy={busy}>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.trainingSessionId}>
            <SessionCard
              session={session}
              heading={heading}
              onFavorite={(favorite) => onFavorite?.(session.trainingSessionId, favorite)}
            />
          </li>
        ))}
      </ul>
    </PagedList>
  );
}
