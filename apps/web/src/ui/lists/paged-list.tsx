import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import classes from './paged-list.module.css';

interface DimmingProps {
  /** Something else will be here in a moment. */
  readonly busy: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Keeps what is there until there is something else to show, and says that it is old. */
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
  /** The last try went wrong: the next one waits to be asked for. */
  readonly failed: boolean;
  readonly loadMore: () => void;
  /** What the next items will look like. */
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Begins to fetch this far before the end is seen. */
const margin = '600px';

/** A list that goes on while it is scrolled, and by a button for those who do not scroll. */
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
        // Several changes may come in one call: the last one is how it is now.
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
      <div ref={end} className={classes.end}>
        {busy ? skeleton : null}
        {hasMore ? (
          <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? noop : loadMore}>
            {failed ? 'もう一度読み込む' : 'さらに表示する'}
          </PrimaryButton>
        ) : null}
        <StatusText>{busy ? '読み込んでいます…' : null}</StatusText>
      </div>
    </>
  );
}

function noop(): void {}

let isStarting = true;
/** More than a phone shows at once. */
const firstScreen = 5;

/**
 * What to draw of a long list. At the start of the app the first screen of it can be used before the
 * rest is drawn. Whoever comes back to a list later finds all of it at once, and is where they were.
 */
export function useDrawn<T>(items: readonly T[]): readonly T[] {
  const [atFirst] = useState(isStarting ? firstScreen : Infinity);
  useEffect(() => {
    isStarting = false;
  }, []);
  const most = useDeferredValue(Infinity, atFirst);
  return items.length > most ? items.slice(0, most) : items;
}

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
