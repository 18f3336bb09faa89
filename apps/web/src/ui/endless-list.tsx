import { type ReactNode, useEffect, useRef } from 'react';
import { PrimaryButton } from './primary-button.tsx';
import { StatusText } from './status-text.tsx';
import classes from './endless-list.module.css';

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
