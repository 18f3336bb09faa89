import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { useCallback } from 'react';
import { EndlessList } from '#ui/endless-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SessionCard } from './session-card.tsx';
import classes from './session-list.module.css';

/** What an infinite query says of itself. */
interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface SessionListProps {
  readonly sessions: readonly TrainingSessionSummary[];
  readonly query: Paged;
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
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <EndlessList
      hasMore={hasNextPage && !busy}
      busy={isFetchingNextPage}
      failed={isFetchNextPageError}
      loadMore={loadMore}
      skeleton={<Skeleton height={cardHeight} />}
    >
      <ul className={classes.list} aria-busy={busy}>
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
    </EndlessList>
  );
}
