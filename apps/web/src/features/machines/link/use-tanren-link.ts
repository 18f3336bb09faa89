import type { MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import {
  type EndedConnection,
  type IdentityProof,
  issueTanrenMqtt,
  type TanrenConnection,
  type TanrenMqtt,
} from '@tanren/contract/machines/tanren-connection';
import {
  hashKey,
  type QueryClient,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { callApi } from '#lib/api.ts';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { isApiError } from '#lib/errors.ts';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { type ChannelPhase, watchWaking } from '#lib/realtime/realtime-channel.ts';
import { browserClock, limitTime, openMqtt } from '#lib/realtime/realtime-connection.ts';
import { sessionRunQuery } from '#entities/menus/menus.queries.ts';
import { refreshNextLoads, refreshWorkoutData } from '#entities/workouts/workouts.queries.ts';
import { noLink } from './link-machine.ts';
import { createLiveFeed, type LiveSnapshot } from './live-feed.ts';
import type { LiveState } from './live-state.ts';

/** Tells when the member has signed out: here, where all queries are dropped, or in another tab. */
function watchMember(queryClient: QueryClient, sub: string, onGone: () => void): () => void {
  const hash = hashKey(tanrenConnectionQuery.queryKey);
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === hash) onGone();
  });
  const compare = () => {
    readIdentity().then(
      (identity) => {
        if (identity?.sub !== sub) onGone();
      },
      // Offline with an old token: nobody has signed out.
      () => {},
    );
  };
  window.addEventListener('storage', compare);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', compare);
  };
}

/** An identity pool that hangs must not keep the member from the live view. */
const proofMs = 3_000;

/** Signed with the credentials of the identity pool, as far as there are any. */
async function proveTicketCall(signal: AbortSignal): Promise<IdentityProof | null> {
  try {
    return await limitTime(browserClock, proofMs, signal, async () => {
      const { proveIdentity } = await loadPartOrReload(() => import('#lib/auth/identity-pool.ts'));
      return await proveIdentity(issueTanrenMqtt.method, `/api${issueTanrenMqtt.url}`);
    });
  } catch (error) {
    signal.throwIfAborted();
    console.error('no identity: the live channel is asked for with the token alone', error);
    return null;
  }
}

async function askForTicket(signal: AbortSignal): Promise<TanrenMqtt> {
  const identity = await proveTicketCall(signal);
  if (identity !== null) {
    try {
      return await callApi(issueTanrenMqtt, { body: { identity } }, signal);
    } catch (error) {
      if (!isApiError(error, 403)) throw error;
      console.error('the identity was refused: the token alone has to do', error);
    }
  }
  return await callApi(issueTanrenMqtt, { body: {} }, signal);
}

/** One for the tab. */
export const liveFeed = createLiveFeed({
  clock: browserClock,
  storage: sessionStorage,
  issueCredentials: askForTicket,
  open: openMqtt,
  // Not linked any more.
  isFinal: (error) => isApiError(error, 409),
  watchWaking,
});

const { queryKey } = tanrenConnectionQuery;

/** What a message changes beyond the live view. */
function spread(queryClient: QueryClient, message: MemberLiveMessage): void {
  const connectionId = queryClient.getQueryData(queryKey)?.connection?.connectionId;
  if (message.type === 'workout-stored') {
    void refreshWorkoutData(queryClient);
  } else if (message.type === 'replanned') {
    void refreshNextLoads(queryClient);
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
function useLiveFeed(sub: string, connectionId: string | null): LiveSnapshot {
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

const route = getRouteApi('/tanren-link');

/** Another device may have changed the link, and messages may have been lost. */
const askAgainMs = 30_000;
const listening: readonly ChannelPhase[] = ['connected', 'waiting'];

export interface TanrenLink {
  readonly connection: TanrenConnection | null;
  readonly ended: EndedConnection | null;
  /** Whether the server can talk with machines, as far as is known. */
  readonly machinesReachable: boolean;
  readonly snapshot: LiveSnapshot;
}

/** The link as the server knows it, and what the machine says on it. */
export function useTanrenLink(): TanrenLink {
  const { sub } = route.useLoaderData();
  const {
    connection,
    ended,
    machinesReachable = true,
  } = useSuspenseQuery(tanrenConnectionQuery).data;
  const snapshot = useLiveFeed(sub, connection?.connectionId ?? null);
  const isListening = listening.includes(snapshot.channel.phase);
  const queryClient = useQueryClient();
  // The message that the link has ended is lost when it is sent while the channel opens.
  useEffect(() => {
    if (isListening) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, isListening]);
  useQuery({
    ...tanrenConnectionQuery,
    // While the channel is down the page says so; calls that fail would each say it again.
    refetchInterval: isListening ? askAgainMs : false,
  });
  return { connection, ended, machinesReachable, snapshot };
}

/** The bout on the linked machine as far as it is done. null: none, or the server has it. */
export function describeLiftedBout({ connection, snapshot }: TanrenLink) {
  const { bout, stored, activeAt } = snapshot.live;
  const { workoutUuid = null } = bout ?? {};
  if (connection === null || bout === null || workoutUuid === null) return null;
  if (workoutUuid === stored?.workoutUuid) return null;
  return {
    workoutUuid,
    workoutTypeId: connection.machine.workoutTypeId,
    doneSets: countEndedSets(bout),
    tfo: bout.tfo,
    endedAt: activeAt ?? bout.at,
  };
}

function countEndedSets({ sets, lifting }: NonNullable<LiveState['bout']>): number {
  return lifting ? sets.length - 1 : sets.length;
}
