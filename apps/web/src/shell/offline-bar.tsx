import { IconCloudOff, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { fetchLatestBuildId } from '#lib/builds/builds.ts';
import { formatMoment } from '#lib/dates.ts';
import { isWorthStoring } from '#lib/offline/storage-limits.ts';
import { recordAnswered, useNetworkState } from '#lib/offline/network.ts';
import { hasNewerBuild, subscribeToNewerBuild } from '#lib/offline/worker.ts';
import { toServerTime } from '#lib/server-time.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Row, Text } from '#ui/layout.tsx';
import { useSection } from './navigation.tsx';
import classes from './layouts.module.css';

/**
 * Returns the time of the oldest answer that the page shows, or `null` if it shows none that is
 * stored.
 */
function findOldest(queryClient: QueryClient): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => isWorthStoring(queryKey) })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return times.length === 0 ? null : Math.min(...times);
}

function useOldest(): number | null {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (notify) => queryClient.getQueryCache().subscribe(notify),
    () => findOldest(queryClient),
    () => null,
  );
}

/**
 * Interval in milliseconds in which the app checks whether the network is back, because browsers do
 * not always report it.
 */
const lookAgainMs = 10_000;

/** Refetches the data of the page as soon as the server can be reached again. */
function useReturnOfNetwork(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!navigator.onLine) return;
      void fetchLatestBuildId().then((latest) => {
        if (latest !== null) recordAnswered(true);
      });
    }, lookAgainMs);
    return () => {
      clearInterval(timer);
      const shown = { type: 'active', stale: true } as const;
      void queryClient.refetchQueries(shown, { cancelRefetch: false });
    };
  }, [queryClient]);
}

const causes = {
  'no-network': { Icon: IconWifiOff, text: 'オフラインです。' },
  'no-answer': { Icon: IconCloudOff, text: 'サーバーに接続できません。' },
} as const;

/**
 * Says once for the whole page that the server cannot be reached, why, and how old the page is.
 * Screen readers read it when it appears and disappears.
 */
export function OfflineBar() {
  const state = useNetworkState();
  return (
    <Text as="output" block>
      {state === 'online' ? null : <Offline cause={state} />}
    </Text>
  );
}

function Offline({ cause }: { readonly cause: keyof typeof causes }) {
  const at = useOldest();
  useReturnOfNetwork();
  // A page that could not be loaded reports it itself.
  const hasFailed = useMatches({
    select: (matches) => matches.some(({ status }) => status === 'error'),
  });
  if (hasFailed) return null;
  const { Icon, text } = causes[cause];
  return (
    <Row as="span" tall={44} gap={8} align="center" size={14} leading={20} className={classes.bar}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>
        {text}
        {at === null ? null : (
          // A line breaks before the time, not inside it.
          <Text as="span" inline>
            {formatMoment(new Date(toServerTime(at)).toISOString())}時点の内容です。
          </Text>
        )}
      </span>
    </Row>
  );
}

/** Section in which the offer is hidden, because a member may be in the middle of a set. */
const busySection = '/tanren-link';

/** Offers a newer build. The page continues with its own build until the member accepts. */
export function UpdateOffer() {
  const newer = useSyncExternalStore(subscribeToNewerBuild, hasNewerBuild, () => false);
  const section = useSection();
  if (!newer || section === busySection) return null;
  return (
    <Row
      as="aside"
      gap={8}
      align="center"
      tall={44}
      size={14}
      leading={20}
      className={classes.bar}
      aria-label="アプリの更新"
    >
      <IconRefresh size={20} stroke={1.75} aria-hidden />
      <span>新しいバージョンがあります。</span>
      <PlainButton
        onClick={() => {
          location.reload();
        }}
      >
        更新する
      </PlainButton>
    </Row>
  );
}
