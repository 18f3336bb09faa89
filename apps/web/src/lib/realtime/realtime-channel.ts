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
  /** Whether trying again is useless. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onChange: (state: ChannelState) => void;
  /** From 0 to 1; absent: by chance. */
  readonly random?: () => number;
}

/** A subscription or a publication; resolves when the broker has taken it. */
type BrokerRequest = (connection: RealtimeConnection) => Promise<void>;

export interface RealtimeChannel {
  readonly start: () => void;
  readonly stop: () => void;
  /** The network is another one: whatever the socket believes, it is dead. */
  readonly reconnect: () => void;
  /** The phone knows that it has no network, long before the socket does. */
  readonly goOffline: () => void;
  /** The page is seen again, perhaps after a sleep. */
  readonly wake: () => void;
  /** Without a connection it waits for the next one, in order; throws when too many wait. */
  readonly send: (request: BrokerRequest) => void;
  readonly getState: () => ChannelState;
}

const nothing = () => {};

const listen: BrokerRequest = (connection) => connection.subscribe();

/** A linked machine says every 20 s that it is there: after this long a page has slept. */
const sleepSilence = 25_000;

/** A server that stops says so to all of its pages at once: they come to the others within this. */
const restartSpread = 3_000;

/** Keeps one connection up: outside of React, and of every browser global. */
export function createRealtimeChannel(options: ChannelOptions): RealtimeChannel {
  const { clock, random = Math.random } = options;
  let state: ChannelState = { phase: 'ended', lastReceivedAt: null };
  let attempt = new AbortController();
  let connection: RealtimeConnection | null = null;
  /** What the broker is asked as soon as there is a connection. */
  let outbox: BrokerRequest[] = [];
  let attemptedAt = 0;
  let connectedAt = 0;
  let isFirstTry = true;
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
    // The session on the broker ended with its connection, and the subscription with it.
    if (!outbox.includes(listen)) outbox.unshift(listen);
  }

  function connect(): void {
    drop();
    attempt = new AbortController();
    attemptedAt = clock.now();
    void tryToConnect(attempt.signal);
  }

  async function tryToConnect(signal: AbortSignal): Promise<void> {
    const { connectTimeout } = realtime;
    try {
      const credentials = await limitTime(clock, connectTimeout, signal, options.issueCredentials);
      const events = {
        onMessage: take(signal),
        onClose: (isRestart: boolean) => lose(signal, isRestart),
      };
      const opened = await limitTime(clock, connectTimeout, signal, (inner) =>
        options.open(credentials, events, inner),
      );
      if (signal.aborted) {
        opened.close();
        return;
      }
      connection = opened;
      connectedAt = clock.now();
      for (let next = outbox[0]; next !== undefined; next = outbox[0]) {
        await ask(opened, next, signal);
        outbox.shift();
      }
      isFirstTry = true;
      set({ phase: 'connected' });
    } catch (error) {
      if (signal.aborted) return;
      if (options.isFinal(error)) stop();
      else lose(signal);
    }
  }

  async function ask(
    opened: RealtimeConnection,
    request: BrokerRequest,
    signal: AbortSignal,
  ): Promise<void> {
    await limitTime(clock, realtime.subscribeTimeout, signal, () => request(opened));
  }

  function send(request: BrokerRequest): void {
    const { signal } = attempt;
    if (connection !== null && (state.phase === 'connected' || state.phase === 'waiting')) {
      ask(connection, request, signal).catch(() => {
        lose(signal);
      });
      return;
    }
    if (outbox.length >= realtime.bufferSize) throw new Error('too many requests wait');
    outbox.push(request);
  }

  function take(signal: AbortSignal): (text: string) => void {
    return (text) => {
      if (signal.aborted) return;
      set({ phase: 'connected', lastReceivedAt: clock.now() });
      options.receive(text);
    };
  }

  function lose(signal: AbortSignal, isRestart = false): void {
    if (signal.aborted) return;
    drop();
    // Counted from the start of the last try: one that hangs must not put the next one off.
    const sinceLastTry = clock.now() - attemptedAt;
    const usualDelay = isFirstTry
      ? realtime.firstReconnect
      : Math.max(0, realtime.reconnectInterval - sinceLastTry);
    const delay = isRestart ? random() * restartSpread : usualDelay;
    // Where it is the only server, that try comes too early, and the usual ones follow.
    if (!isRestart) isFirstTry = false;
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
    if (!connection.isOpen() || silence() >= realtime.keepAlive) {
      lose(signal);
    } else if (state.phase === 'connected' && silence() >= realtime.staleAfter) {
      set({ phase: 'waiting' });
      // A socket can be dead for minutes before the browser notices: the broker has to answer.
      send(listen);
    }
  }

  function reconnect(): void {
    if (state.phase === 'ended') return;
    isFirstTry = true;
    set({ phase: 'reconnecting' });
    connect();
  }

  function stop(): void {
    drop();
    outbox = [];
    cancelCheck();
    if (state.phase !== 'ended') set({ phase: 'ended' });
  }

  return {
    start() {
      if (state.phase !== 'ended') return;
      isFirstTry = true;
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
    send,
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
