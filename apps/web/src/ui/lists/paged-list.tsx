import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { Stack } from '#ui/layout.tsx';
import classes from './paged-list.module.css';

interface DimmingProps {
  /** Whether other content is about to replace this one. */
  readonly busy: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Keeps the old content visible until there is new content, and dims it. */
export function Dimming({ busy, className = '', children }: DimmingProps) {
  return (
    <div className={`${classes.dimming} ${className}`} aria-busy={busy}>
      {children}
    </div>
  );
}

interface EndlessListProps {
  readonly hasMore: boolean;
  readonly busy: boolean;
  /** Whether the last attempt failed. The next one then needs a tap. */
  readonly failed: boolean;
  readonly loadMore: () => void;
  /** Placeholder for the next items. */
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Distance to the end of the list at which fetching starts. */
const margin = '600px';

/** Shows a list that continues while it is scrolled, or by a button. */
export function EndlessList({
  hasMore,
  busy,
  failed,
  loadMore,
  skeleton,
  children,
}: EndlessListProps) {
  const end = useRef<HTMLDivElement>(null);
  const waiting = hasMore && !busy && !failed;
  useEffect(() => {
    if (!waiting || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several changes may come in one call. The last one is the current state.
        if (entries.at(-1)?.isIntersecting) loadMore();
      },
      { rootMargin: margin },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  }, [waiting, loadMore]);
  return (
    <>
      {children}
      <Stack ref={end} gap={12} tall={52}>
        {busy ? skeleton : null}
        {hasMore ? (
          <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? noop : loadMore}>
            {failed ? 'もう一度読み込む' : 'さらに表示する'}
          </PrimaryButton>
        ) : null}
        <StatusText>{busy ? '読み込んでいます…' : null}</StatusText>
      </Stack>
    </>
  );
}

function noop(): void {}

let isStarting = true;
/** Number of items that is more than a phone shows at once. */
const firstScreen = 5;

/**
 * Returns the items of a long list to draw. At the start of the app the first screen is usable
 * before the rest is drawn. Later the whole list is drawn at once, so that a reader who comes back
 * is at the same place.
 */
export function useDrawn<T>(items: readonly T[]): readonly T[] {
  const [atFirst] = useState(isStarting ? firstScreen : Infinity);
  useEffect(() => {
    isStarting = false;
  }, []);
  const max = useDeferredValue(Infinity, atFirst);
  return items.length > max ? items.slice(0, max) : items;
}

interface PagedListProps {
  /** State of an infinite query. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Height of an item on a phone, in px. */
  readonly itemHeight: number;
  /** Whether another list is about to replace this one. Nothing is loaded then. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Shows the pages that have been fetched and loads more. */
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
