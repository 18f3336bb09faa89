import { type ReactNode, useCallback } from 'react';
import { Dimming } from './dimming.tsx';
import { EndlessList } from './endless-list.tsx';
import { Skeleton } from './skeleton.tsx';

interface PagedListProps {
  /** What an infinite query says of itself. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Of an item on a phone, in px. */
  readonly itemHeight: number;
  /** Another list will be here in a moment: nothing is added to this one. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** What has been fetched so far, page by page, and the way to more of it. */
export function PagedList({ query, itemHeight, busy = false, children }: PagedListProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <EndlessList
      hasMore={hasNextPage && !busy}
      busy={isFetchingNextPage}
      failed={isFetchNextPageError}
      loadMore={loadMore}
      skeleton={<Skeleton height={itemHeight} />}
    >
      <Dimming busy={busy}>{children}</Dimming>
    </EndlessList>
  );
}
