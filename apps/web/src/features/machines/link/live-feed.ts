import type { MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import {
  type ChannelState,
  createRealtimeChannel,
  type RealtimeChannel,
} from '#lib/realtime/realtime-channel.ts';
import type { OpenConnection, RealtimeClock } from '#lib/realtime/realtime-connection.ts';
import { createInbox, parseLiveMessage } from '#lib/realtime/realtime-messages.ts';
import {
  applyMessage,
  emptyLiveState,
  followLink,
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
  readonly clock: RealtimeClock;
  readonly storage: Storage;
  readonly issueCredentials: (signal: AbortSignal) => Promise<TanrenMqtt>;
  readonly open: OpenConnection;
  readonly isFinal: (error: unknown) => boolean;
  readonly watchWaking: (channel: RealtimeChannel) => () => void;
}

interface Followed {
  readonly sub: string;
  readonly connectionId: string;
  /** At once, whether somebody looks or not. */
  readonly onArrival: (message: MemberLiveMessage) => void;
  /** The server knows of no link. */
  readonly onRefused: () => void;
  /** Tells when the member has signed out. */
  readonly watchGone: (onGone: () => void) => () => void;
}

/** A machine that is left sends what was lifted; it is waited for this long. */
const lingering = 60_000;
/** What arrives while nobody looks at the live view; the newest message tells the whole bout. */
const inboxSize = 500;
const nothing = () => {};

/** The live view's memory: it outlives the view, so that a member may look elsewhere meanwhile. */
export function createLiveFeed({ clock, storage, watchWaking, ...transport }: LiveFeedOptions) {
  let followed: Followed | null = null;
  let snapshot: LiveSnapshot = {
    channel: { phase: 'ended', lastReceivedAt: null },
    live: emptyLiveState,
  };
  let stopWatching = nothing;
  let unwatchMember = nothing;
  let cancelLingering = nothing;
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
    clock,
    isFinal: (error) => {
      const final = transport.isFinal(error);
      if (final) followed?.onRefused();
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
    cancelLingering();
    cancelLingering = nothing;
    stopWatching();
    stopWatching = nothing;
    channel.stop();
  }

  /** The member has gone: nothing of them stays. */
  function forget(): void {
    stop();
    unwatchMember();
    unwatchMember = nothing;
    followed = null;
    inbox.clear();
    removeStoredLiveState(storage);
    set({ live: emptyLiveState });
  }

  return {
    /** Goes on if it follows the same link already. */
    follow(next: Followed): void {
      const same = followed?.sub === next.sub;
      if (!same) {
        if (followed !== null) forget();
        unwatchMember = next.watchGone(forget);
      }
      const known = same ? snapshot.live : readStoredLiveState(storage, next.sub);
      followed = next;
      ended = false;
      cancelLingering();
      setLive(followLink(known, next.connectionId));
      if (channel.getState().phase !== 'ended') return;
      stopWatching();
      stopWatching = watchWaking(channel);
      channel.start();
    },
    /** The link has ended; what comes of the bout is still awaited for a while. */
    linger(): void {
      ended = true;
      removeStoredLiveState(storage);
      if (followed === null || channel.getState().phase === 'ended') return;
      cancelLingering();
      cancelLingering = clock.after(lingering, stop);
    },
    forget,
    /** A view is there. */
    attach: () =>
      inbox.attach((message) => {
        setLive(applyMessage(snapshot.live, message));
      }),
    /** Now, not when the next try is due. */
    reconnect: channel.reconnect,
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
