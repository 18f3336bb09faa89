import { IconListCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { EndlessList } from '#ui/endless-list.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TrainedSessionCard } from './trained-session-card.tsx';
import { trainedSessionsQuery } from './trained-sessions.queries.ts';
import classes from './trained-sessions-view.module.css';
import { useMember } from './within-link.tsx';

/** Of a card in the list on a tablet, in px. */
const cardHeight = 152;

/** What the trainer has made for the member. */
export function TrainedSessionsView() {
  const { memberId, nickname } = useMember();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(trainedSessionsQuery(memberId));
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const sessions = data.pages.flatMap(({ items }) => items);
  const make = (
    <Link
      to="/trainer/members/$memberId/training-sessions/new"
      params={{ memberId }}
      className={primaryButtonLink}
    >
      新しく作る
    </Link>
  );
  if (sessions.length === 0) {
    return (
      <EmptyState
        Icon={IconListCheck}
        text={`${nickname}さんのためのセッションはまだありません。作ると、${nickname}さんの「マイトレーナー」に表示されます。`}
        action={make}
      />
    );
  }
  return (
    <div className={classes.view}>
      <div className={classes.make}>{make}</div>
      <EndlessList
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failed={isFetchNextPageError}
        loadMore={loadMore}
        skeleton={<Skeleton height={cardHeight} />}
      >
        <ul className={classes.list}>
          {sessions.map((session) => (
            <li key={session.trainingSessionId}>
              <TrainedSessionCard session={session} />
            </li>
          ))}
        </ul>
      </EndlessList>
    </div>
  );
}
