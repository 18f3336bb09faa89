import type { TanrenMqtt } from '@tanren/contract/tanren-connection';
import {
  limitTime,
  type OpenConnection,
  realtime,
  type RealtimeClock,
  type RealtimeConnection,
} from './realtime-connection.ts';

/** `waiting`: connected, but nothing comes although something should. */
export type ChannelPhase = 'connecting' | 'connected' | 'waiting' | 'reconnecting' | 'ended';

export interface ChannelState {
  readonly phase: ChannelPhase;
  readonly lastReceivedAt: number | null;
}

interface ChannelOptions {
  readonly clock: RealtimeClock;
  /** Asked before every connection: credentials work once. */
  readonly issueCredentials: (signal: AbortSignal) => Promise<TanrenMqtt>;
  readonly open: OpenConnection;
  readonly receive: (text: string) => void;
  /** Whether something should be coming. */
  readonly isExpecting: () => boolean;
  /** Whether trying again is useless. */
  readonly isFinal: (error: unknown) => boolean;
  /** Whether the server itself was not there, so that the broker has not even been tried. */
  readonly isAway: (error: unknown) => boolean;
  readonly onChange: (state: ChannelState) => void;
}

export interface RealtimeChannel {
  readonly start: () => void;
  readonly stop: () => void;
  /** The network is another one: whatever the socket believes, it is dead. */
  readonly reconnect: () => void;
  /** The phone knows that it has no network, long before the socket does. */
  readonly goOffline: () => void;
  /** The page is seen again, perhaps after a sleep. */
  readonly wake: () => void;
  readonly getState: () => ChannelState;
}

const nothing = () => {};

/** A linked machine says every 20 s that it is there: after this long a page has slept. */
const sleepSilence = 25_000;

/** Keeps one connection up: outside of React, and of every browser global. */
export function createRealtimeChannel(options: ChannelOptions): RealtimeChannel {
  const { clock } = options;
  let state: ChannelState = { phase: 'ended', lastReceivedAt: null };
  let attempt = new AbortController();
  let connection: RealtimeConnection | null = null;
  let connectedAt = 0;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let cancelCheck = nothing;

  function set(changes: Partial<ChannelState>): void {
    state = { ...state, ...changes };
    options.onChange(state);
  }

  function drop(): void {
    cancelRetry?.();
    cancelRetry = null;
    attempt.abort();
    connection?.close();
    connection = null;
  }

  function connect(): void {
    drop();
    attempt = new AbortController();
    void tryToConnect(attempt.signal);
  }

  async function tryToConnect(signal: AbortSignal): Promise<void> {
    const { connectTimeout, subscribeTimeout } = realtime;
    try {
      const credentials = await limitTime(clock, connectTimeout, signal, options.issueCredentials);
      const events = { onMessage: take(signal), onClose: () => lose(signal) };
      const opened = await limitTime(clock, connectTimeout, signal, (inner) =>
        options.open(credentials, events, inner),
      );
      if (signal.aborted) {
        opened.close();
        return;
      }
      connection = opened;
      await limitTime(clock, subscribeTimeout, signal, () => opened.subscribe());
      failures = 0;
      connectedAt = clock.now();
      set({ phase: 'connected' });
    } catch (error) {
      if (signal.aborted) return;
      if (options.isFinal(error)) stop();
      else lose(signal, options.isAway(error));
    }
  }

  function take(signal: AbortSignal): (text: string) => void {
    return (text) => {
      if (signal.aborted) return;
      set({ phase: 'connected', lastReceivedAt: clock.now() });
      options.receive(text);
    };
  }

  /**
   * A server that restarts is away for some seconds: asking it for credentials is no try at the
   * broker, and does not count as one. Otherwise a restart would cost a minute.
   */
  function lose(signal: AbortSignal, isAway = false): void {
    if (signal.aborted) return;
    drop();
    const isFirst = isAway || failures === 0;
    const delay = isFirst ? realtime.firstReconnect : realtime.reconnectInterval;
    if (!isAway) failures += 1;
    cancelRetry = clock.after(delay, connect);
    set({ phase: 'reconnecting' });
  }

  function silence(): number {
    return clock.now() - Math.max(connectedAt, state.lastReceivedAt ?? 0);
  }

  function check(): void {
    cancelCheck = clock.after(realtime.checkInterval, check);
    const { signal } = attempt;
    if (connection === null) return;
    if (!connection.isOpen()) {
      lose(signal);
    } else if (
      state.phase === 'connected' &&
      options.isExpecting() &&
      silence() >= realtime.staleAfter
    ) {
      set({ phase: 'waiting' });
      void probe(connection, signal);
    }
  }

  /** A socket can be dead for minutes before the browser notices: the broker has to answer. */
  async function probe({ subscribe }: RealtimeConnection, signal: AbortSignal): Promise<void> {
    try {
      await limitTime(clock, realtime.subscribeTimeout, signal, subscribe);
    } catch {
      lose(signal);
    }
  }

  function reconnect(): void {
    if (state.phase === 'ended') return;
    failures = 0;
    set({ phase: 'reconnecting' });
    connect();
  }

  function stop(): void {
    drop();
    cancelCheck();
    if (state.phase !== 'ended') set({ phase: 'ended' });
  }

  return {
    start() {
      if (state.phase !== 'ended') return;
      failures = 0;
      set({ phase: 'connecting', lastReceivedAt: null });
      connect();
      cancelCheck = clock.after(realtime.checkInterval, check);
    },
    stop,
    reconnect,
    goOffline() {
      if (state.phase !== 'ended') lose(attempt.signal);
    },
    wake() {
      const asleep = connection !== null && silence() >= sleepSilence;
      if (cancelRetry !== null || asleep) reconnect();
    },
    getState: () => state,
  };
}

/** Sleep and a change of network leave sockets that look alive: the page notices first. */
export function watchWaking(
  channel: Pick<RealtimeChannel, 'reconnect' | 'goOffline' | 'wake'>,
): () => void {
  const seeAgain = () => {
    if (document.visibilityState === 'visible') channel.wake();
  };
  window.addEventListener('online', channel.reconnect);
  window.addEventListener('offline', channel.goOffline);
  // Some browsers freeze a page and thaw it without a change of visibility.
  window.addEventListener('pageshow', seeAgain);
  document.addEventListener('visibilitychange', seeAgain);
  return () => {
    window.removeEventListener('online', channel.reconnect);
    window.removeEventListener('offline', channel.goOffline);
    window.removeEventListener('pageshow', seeAgain);
    document.removeEventListener('visibilitychange', seeAgain);
  };
}
