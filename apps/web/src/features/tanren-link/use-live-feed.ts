import type { MemberLiveMessage } from '@tanren/contract/machine-messages';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { tanrenConnectionQuery } from '#lib/machine-link.ts';
import { sessionRunQuery } from '#lib/session-run.ts';
import { refreshWorkoutData } from '#lib/workout-data.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { liveFeed } from './browser-live-feed.ts';
import type { LiveSnapshot } from './live-feed.ts';
import { noLink } from './tanren-link.queries.ts';
import { watchMember } from './watch-member.ts';

const { queryKey } = tanrenConnectionQuery;

/** What a message changes beyond the live view. */
function spread(queryClient: QueryClient, message: MemberLiveMessage): void {
  const connectionId = queryClient.getQueryData(queryKey)?.connection?.connectionId;
  if (message.type === 'workout-stored') {
    void refreshWorkoutData(queryClient);
  } else if (message.type === 'replanned') {
    void queryClient.invalidateQueries({ queryKey: workoutLoadsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: sessionRunQuery.queryKey });
  } else if (message.type === 'unlinked') {
    if (message.connectionId === connectionId) queryClient.setQueryData(queryKey, noLink);
    void queryClient.invalidateQueries({ queryKey });
  } else if (message.connectionId !== connectionId && !queryClient.isFetching({ queryKey })) {
    // Another device of the member has linked another machine.
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** Follows the link as long as there is one, and shows what is known of it. */
export function useLiveFeed(sub: string, connectionId: string | null): LiveSnapshot {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (connectionId === null) {
      liveFeed.linger();
      return;
    }
    liveFeed.follow({
      sub,
      connectionId,
      onArrival: (message) => {
        spread(queryClient, message);
      },
      onRefused: () => {
        void queryClient.invalidateQueries({ queryKey });
      },
      watchGone: (onGone) => watchMember(queryClient, sub, onGone),
    });
  }, [queryClient, sub, connectionId]);
  // After following, so that what has been waiting meets the link it belongs to.
  useEffect(() => liveFeed.attach(), []);
  return useSyncExternalStore(liveFeed.subscribe, liveFeed.getSnapshot);
}
