import type { EndedConnection, TanrenConnection } from '@tanren/contract/tanren-connection';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { tanrenConnectionQuery } from '#lib/machine-link.ts';
import type { ChannelPhase } from '#lib/realtime-channel.ts';
import type { LiveSnapshot } from './live-feed.ts';
import { useLiveFeed } from './use-live-feed.ts';

const route = getRouteApi('/tanren-link');

/** Another device may have changed the link, and messages may have been lost. */
const askAgainMs = 30_000;
const listening: readonly ChannelPhase[] = ['connected', 'waiting'];

export interface TanrenLink {
  readonly connection: TanrenConnection | null;
  readonly ended: EndedConnection | null;
  readonly snapshot: LiveSnapshot;
}

/** The link as the server knows it, and what the machine says on it. */
export function useTanrenLink(): TanrenLink {
  const { sub } = route.useLoaderData();
  const { connection, ended } = useSuspenseQuery(tanrenConnectionQuery).data;
  const snapshot = useLiveFeed(sub, connection?.connectionId ?? null);
  useQuery({
    ...tanrenConnectionQuery,
    // While the channel is down the page says so; calls that fail would each say it again.
    refetchInterval: listening.includes(snapshot.channel.phase) ? askAgainMs : false,
  });
  return { connection, ended, snapshot };
}
