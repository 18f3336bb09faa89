import { IconListCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CardList } from '#ui/lists/cards.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { TrainedSessionCard } from './trained-session-card.tsx';
import { trainedSessionsQuery } from './trained-sessions.queries.ts';
import classes from './trained-sessions-view.module.css';
import { useMember } from './within-link.tsx';

/** Of a card in the list on a tablet, in px. */
const cardHeight = 152;

/** What the trainer has made for the member. */
export function TrainedSessionsView() {
  const { memberId, nickname } = useMember();
  const query = useSuspenseInfiniteQuery(trainedSessionsQuery(memberId));
  const sessions = query.data.pages.flatMap(({ items }) => items);
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
      <PagedList query={query} itemHeight={cardHeight}>
        <CardList paired>
          {sessions.map((session) => (
            <li key={session.trainingSessionId}>
              <TrainedSessionCard session={session} />
            </li>
          ))}
        </CardList>
      </PagedList>
    </div>
  );
}
