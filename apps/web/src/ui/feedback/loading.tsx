import { useQueryClient } from '@tanstack/react-query';
import { PlainButton } from '#ui/buttons.tsx';
import classes from './loading.module.css';

interface SkeletonProps {
  /** In px; without one it is as high as the box around it. */
  readonly height?: number;
}

/** The place that something will take, as high as it will be. */
export function Skeleton({ height }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ height: height ?? '100%' }} aria-hidden />;
}

/** What a query says of itself. */
interface QueryState {
  readonly data: unknown;
  readonly error: unknown;
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** The query client fetches it again after the time that the server names. */
function isTooManyRequests(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 429;
}

/** It failed, and there is nothing older to show. True also while it is asked again. */
export function isMissing({ data, errorUpdateCount }: QueryState): boolean {
  return data === undefined && errorUpdateCount > 0;
}

interface LoadAgainProps {
  /** What is missing here, as a member calls it. */
  readonly what: string;
  readonly query: QueryState;
}

/**
 * Stands where a part of the page could not be loaded, so that nobody takes it for empty. The query
 * client asks again by itself when the network is back or the page is seen again.
 */
export function LoadAgain({ what, query: { error, isFetching, refetch } }: LoadAgainProps) {
  const queryClient = useQueryClient();
  /** An outage takes several parts at once, and one tap is enough to get all of them. */
  const loadAllAgain = () => {
    refetch();
    const isMissingPart = ({ state }: { state: { data: unknown; status: string } }) =>
      state.data === undefined && state.status === 'error';
    void queryClient.refetchQueries(
      { type: 'active', predicate: isMissingPart },
      { cancelRefetch: false },
    );
  };
  return (
    <div className={classes.missing}>
      <output className={classes.text}>
        {isTooManyRequests(error)
          ? `混み合っています。${what}は、まもなく自動で読み込みます。`
          : `${what}を読み込めませんでした。`}
      </output>
      <PlainButton
        aria-label={isFetching ? undefined : `${what}をもう一度読み込む`}
        aria-disabled={isFetching}
        onClick={() => {
          if (!isFetching) loadAllAgain();
        }}
      >
        {isFetching ? '読み込んでいます…' : 'もう一度読み込む'}
      </PlainButton>
    </div>
  );
}

/** Nothing as long as nothing failed: for what a page may well do without. */
export function LoadAgainIfMissing(props: LoadAgainProps) {
  return isMissing(props.query) ? <LoadAgain {...props} /> : null;
}
