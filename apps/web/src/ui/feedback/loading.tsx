import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, Note, Row } from '#ui/layout.tsx';
import classes from './loading.module.css';

interface SkeletonProps {
  /** Height in px. Defaults to the height of the box around it. */
  readonly height?: number;
}

/** Reserves the space of content that is being loaded. */
export function Skeleton({ height }: SkeletonProps) {
  return <Box card className={classes.skeleton} style={{ height: height ?? '100%' }} aria-hidden />;
}

/** The state of a query. */
interface QueryState {
  readonly data: unknown;
  readonly error: unknown;
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Returns whether the server answered 429. The query client then fetches again after the time that
 * the server named.
 */
function isTooManyRequests(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 429;
}

/** Returns whether a query failed and has no older data, also while it is being retried. */
export function isMissing({ data, errorUpdateCount }: QueryState): boolean {
  return data === undefined && errorUpdateCount > 0;
}

let missingParts: readonly string[] = [];
const listeners = new Set<() => void>();

function setMissingParts(next: readonly string[]): void {
  missingParts = next;
  for (const listener of listeners) listener();
}

function subscribeToMissingParts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the place of a missing part among those of the page. An outage usually affects several,
 * and only the first one says so. A part of a hidden column does not count.
 */
function useMissingPlace(part: RefObject<HTMLElement | null>): 'alone' | 'first' | 'later' {
  const id = useId();
  useLayoutEffect(() => {
    const isVisible = (part.current?.parentElement?.getClientRects().length ?? 0) > 0;
    if (!isVisible) return undefined;
    setMissingParts([...missingParts, id]);
    return () => {
      setMissingParts(missingParts.filter((one) => one !== id));
    };
  }, [id, part]);
  const parts = useSyncExternalStore(
    subscribeToMissingParts,
    () => missingParts,
    () => missingParts,
  );
  if (parts.length < 2 || !parts.includes(id)) return 'alone';
  return parts[0] === id ? 'first' : 'later';
}

interface LoadAgainProps {
  /** The member's word for the missing content. */
  readonly what: string;
  readonly query: QueryState;
}

/**
 * Replaces a part of the page that could not be loaded, so that it does not look empty. The query
 * client retries when the network is back or the page becomes visible again.
 */
export function LoadAgain({ what, query: { error, isFetching, refetch } }: LoadAgainProps) {
  const queryClient = useQueryClient();
  const part = useRef<HTMLDivElement>(null);
  const place = useMissingPlace(part);
  /** Retries all missing parts with one tap, because an outage usually affects several. */
  const loadAllAgain = () => {
    refetch();
    const isMissingPart = ({ state }: { state: { data: unknown; status: string } }) =>
      state.data === undefined && state.status === 'error';
    void queryClient.refetchQueries(
      { type: 'active', predicate: isMissingPart },
      { cancelRefetch: false },
    );
  };
  if (place === 'later') return <Note className={classes.later}>—</Note>;
  const missing = place === 'alone' ? what : 'このページの一部';
  return (
    <Row ref={part} align="center" justify="between" wrap className={classes.missing}>
      <Note as="output">
        {isTooManyRequests(error)
          ? `混み合っています。${missing}は、まもなく自動で読み込みます。`
          : `${missing}を読み込めませんでした。`}
      </Note>
      <PlainButton
        aria-label={isFetching ? undefined : `${missing}をもう一度読み込む`}
        aria-disabled={isFetching}
        onClick={() => {
          if (!isFetching) loadAllAgain();
        }}
      >
        {isFetching ? '読み込んでいます…' : 'もう一度読み込む'}
      </PlainButton>
    </Row>
  );
}

/** Shows nothing unless the query failed, for content that is not essential. */
export function LoadAgainIfMissing(props: LoadAgainProps) {
  return isMissing(props.query) ? <LoadAgain {...props} /> : null;
}
