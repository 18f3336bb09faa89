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
import { tabStorage } from '#lib/browser-storage.ts';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { isApiError } from '#lib/errors.ts';
import { limitTime } from '#lib/limit-time.ts';
import { refreshMachines, tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { type ChannelPhase, watchWaking } from '#lib/realtime/realtime-channel.ts';
import { openMqtt } from '#lib/realtime/realtime-connection.ts';
import { refreshWorkoutData } from '#entities/workouts/workouts.queries.ts';
import { noLink, refreshMachineLoads } from './link-machine.ts';
import { createLiveFeed, type LiveSnapshot } from './live-feed.ts';
import type { LiveState } from './live-state.ts';

/**
 * Calls back when the member has signed out in this tab, where all queries are removed, or in
 * another tab.
 */
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
      // The device is offline with an expired token, which does not mean that the member has signed
      // out.
      () => {},
    );
  };
  window.addEventListener('storage', compare);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', compare);
  };
}

/** Timeout in milliseconds, so that a hanging identity pool does not block the live view. */
const proofMs = 3_000;

/** Returns a proof signed with the identity pool's credentials, or `null` when there are none. */
async function proveTicketCall(signal: AbortSignal): Promise<IdentityProof | null> {
  try {
    return await limitTime(proofMs, signal, async () => {
      const { proveIdentity } = await loadPartOrReload(() => import('#lib/auth/identity-pool.ts'));
      return await proveIdentity(issueTanrenMqtt.method, `/api${issueTanrenMqtt.url}`);
    });
  } catch (error) {
    signal.throwIfAborted();
    console.error('no identity: the live channel is asked for with the token alone', error);
    return null;
  }
}

async function fetchTicket(signal: AbortSignal): Promise<TanrenMqtt> {
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

/** The only feed of this tab. */
export const liveFeed = createLiveFeed({
  storage: tabStorage,
  issueCredentials: fetchTicket,
  open: openMqtt,
  // The member is no longer linked.
  isFinal: (error) => isApiError(error, 409),
  watchWaking,
});

const { queryKey } = tanrenConnectionQuery;

/** Updates the queries outside the live view that a message changes. */
function spread(queryClient: QueryClient, message: MemberLiveMessage): void {
  const connectionId = queryClient.getQueryData(queryKey)?.connection?.connectionId;
  switch (message.type) {
    case 'workout-stored':
      void refreshWorkoutData(queryClient);
      return;
    case 'replanned':
      void refreshMachineLoads(queryClient);
      return;
    case 'machines-changed':
      void refreshMachines(queryClient);
      return;
    case 'unlinked':
      if (message.connectionId === connectionId) queryClient.setQueryData(queryKey, noLink);
      void queryClient.invalidateQueries({ queryKey });
      void refreshMachineLoads(queryClient);
      return;
    case 'state':
    case 'set-started':
    case 'rep':
    case 'set-ended':
    case 'measured':
    case 'workout-rejected':
      // Another device of the member has linked another machine.
      if (message.connectionId !== connectionId && !queryClient.isFetching({ queryKey })) {
        void queryClient.invalidateQueries({ queryKey });
      }
  }
}

/** Follows the link while there is one and returns the state of the feed. */
function useLiveFeed(sub: string, connectionId: string | null): LiveSnapshot {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (connectionId === null) {
      liveFeed.linger();
      return;
    }
    liveFeed.watch({
      sub,
      connectionId,
      onArrival: (message) => {
        spread(queryClient, message);
      },
      onRejected: () => {
        void queryClient.invalidateQueries({ queryKey });
      },
      watchGone: (onGone) => watchMember(queryClient, sub, onGone),
    });
  }, [queryClient, sub, connectionId]);
  // This effect runs after the one that follows the link, so that waiting messages are applied to
  // their own link.
  useEffect(() => liveFeed.attach(), []);
  return useSyncExternalStore(liveFeed.subscribe, liveFeed.getSnapshot);
}

const route = getRouteApi('/tanren-link');

/**
 * Refetch interval in milliseconds. Another device may have changed the link, and messages may have
 * been lost.
 */
const refetchMs = 30_000;
const listening: readonly ChannelPhase[] = ['connected', 'waiting'];

export interface TanrenLink {
  readonly connection: TanrenConnection | null;
  readonly ended: EndedConnection | null;
  /** Whether the server can reach the machines. `true` until the server says otherwise. */
  readonly machinesReachable: boolean;
  readonly snapshot: LiveSnapshot;
}

/** Returns the link as the server knows it and the live state from the machine. */
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
  // The message that a link has ended is lost if it is sent while the channel opens.
  useEffect(() => {
    if (isListening) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, isListening]);
  useQuery({
    ...tanrenConnectionQuery,
    // The page already shows that the channel is down, and each failing call would show it again.
    refetchInterval: isListening ? refetchMs : false,
  });
  return { connection, ended, machinesReachable, snapshot };
}

/**
 * Returns the finished part of the bout on the linked machine, or `null` when there is none or the
 * server has already stored it.
 */
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
