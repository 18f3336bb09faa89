import type { MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import type { SafeStorage } from '#lib/browser-storage.ts';
import {
  type ChannelState,
  createRealtimeChannel,
  type RealtimeChannel,
} from '#lib/realtime/realtime-channel.ts';
import type { OpenConnection } from '#lib/realtime/realtime-connection.ts';
import { createInbox, parseLiveMessage } from '#lib/realtime/realtime-messages.ts';
import {
  applyMessage,
  emptyLiveState,
  startLink,
  removeStoredLiveState,
  storeLiveState,
  type LiveState,
  readStoredLiveState,
} from './live-state.ts';

export interface LiveSnapshot {
  readonly channel: ChannelState;
  readonly live: LiveState;
}

interface LiveFeedOptions {
  readonly storage: SafeStorage;
  readonly issueCredentials: (signal: AbortSignal) => Promise<TanrenMqtt>;
  readonly open: OpenConnection;
  readonly isFinal: (error: unknown) => boolean;
  readonly watchWaking: (channel: RealtimeChannel) => () => void;
}

interface WatchedLink {
  readonly sub: string;
  readonly connectionId: string;
  /** Receives each message on arrival, even while no live view is open. */
  readonly onArrival: (message: MemberLiveMessage) => void;
  /** Called when the server knows of no link. */
  readonly onRejected: () => void;
  /** Calls back when the member has signed out and returns a function to stop watching. */
  readonly watchGone: (onGone: () => void) => () => void;
}

/**
 * Time in milliseconds for which the feed stays open after the link has ended. The machine then
 * sends what was lifted.
 */
const lingering = 60_000;
/**
 * Maximum number of messages that wait while no live view is open. The newest message contains the
 * whole bout.
 */
const inboxSize = 500;
const nothing = () => {};

/**
 * Creates the feed that holds the state of the live view. It outlives the view, so the member can
 * visit other pages in between.
 */
export function createLiveFeed({ storage, watchWaking, ...transport }: LiveFeedOptions) {
  let followed: WatchedLink | null = null;
  let snapshot: LiveSnapshot = {
    channel: { phase: 'ended', lastReceivedAt: null },
    live: emptyLiveState,
  };
  let stopWatching = nothing;
  let unwatchMember = nothing;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const inbox = createInbox<MemberLiveMessage>(inboxSize);
  const listeners = new Set<() => void>();

  const channel = createRealtimeChannel({
    ...transport,
    issueCredentials: async (signal) => {
      const credentials = await transport.issueCredentials(signal);
      // A page that opens in the middle of a set shows it before the machine sends again.
      for (const message of credentials.lastMessages ?? []) inbox.put(message);
      return credentials;
    },
    isFinal: (error) => {
      const final = transport.isFinal(error);
      if (final) followed?.onRejected();
      return final;
    },
    receive(text) {
      const message = parseLiveMessage(text);
      if (message === null) return;
      inbox.put(message);
      followed?.onArrival(message);
    },
    onChange: (state) => {
      set({ channel: state });
    },
  });

  function set(changes: Partial<LiveSnapshot>): void {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  }

  function setLive(live: LiveState): void {
    if (live === snapshot.live) return;
    if (followed !== null && !ended) storeLiveState(storage, followed.sub, live);
    set({ live });
  }

  function stop(): void {
    clearTimeout(lingerTimer);
    stopWatching();
    stopWatching = nothing;
    channel.stop();
  }

  /** Removes all data of the member after they have signed out. */
  function clear(): void {
    stop();
    unwatchMember();
    unwatchMember = nothing;
    followed = null;
    inbox.clear();
    removeStoredLiveState(storage);
    set({ live: emptyLiveState });
  }

  return {
    /** Follows a link. The channel stays open if the feed already follows the same member. */
    watch(next: WatchedLink): void {
      const same = followed?.sub === next.sub;
      if (!same) {
        if (followed !== null) clear();
        unwatchMember = next.watchGone(clear);
      }
      const known = same ? snapshot.live : readStoredLiveState(storage, next.sub);
      followed = next;
      ended = false;
      clearTimeout(lingerTimer);
      setLive(startLink(known, next.connectionId));
      if (channel.getState().phase !== 'ended') return;
      stopWatching();
      stopWatching = watchWaking(channel);
      channel.start();
    },
    /** Marks the link as ended. The feed still waits for the stored bout for a minute. */
    linger(): void {
      ended = true;
      removeStoredLiveState(storage);
      if (followed === null || channel.getState().phase === 'ended') return;
      clearTimeout(lingerTimer);
      lingerTimer = setTimeout(stop, lingering);
    },
    clear,
    /** Delivers messages to the live state while a view is open. */
    attach: () =>
      inbox.attach((message) => {
        setLive(applyMessage(snapshot.live, message));
      }),
    /** Connects now instead of waiting for the next attempt. */
    reconnect: channel.reconnect,
    /** Ends the current rest at this time instead of after the planned one. */
    endRestAt(restEnd: number): void {
      setLive({ ...snapshot.live, restEnd });
    },
    celebrate(): void {
      setLive({ ...snapshot.live, celebrated: true });
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
  };
}
