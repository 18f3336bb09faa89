import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import { limitTime } from '#lib/limit-time.ts';
import { type OpenConnection, realtime, type RealtimeConnection } from './realtime-connection.ts';

/** `waiting` means connected, but without the messages that should arrive. */
export type ChannelPhase = 'connecting' | 'connected' | 'waiting' | 'reconnecting' | 'ended';

export interface ChannelState {
  readonly phase: ChannelPhase;
  readonly lastReceivedAt: number | null;
}

interface ChannelOptions {
  /** Called before every connection, because credentials can be used once. */
  readonly issueCredentials: (signal: AbortSignal) => Promise<TanrenMqtt>;
  readonly open: OpenConnection;
  readonly receive: (text: string) => void;
  /** Returns whether another attempt is useless. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onChange: (state: ChannelState) => void;
  /** Random number from 0 to 1. Defaults to `Math.random`. */
  readonly random?: () => number;
}

/** A subscription or a publication. It resolves when the broker has accepted it. */
type BrokerRequest = (connection: RealtimeConnection) => Promise<void>;

export interface RealtimeChannel {
  readonly start: () => void;
  readonly stop: () => void;
  /** Opens a new connection after the network has changed, because the old socket is dead. */
  readonly reconnect: () => void;
  /** Ends the connection when the phone reports no network, long before the socket notices. */
  readonly goOffline: () => void;
  /** Checks the connection when the page becomes visible again, perhaps after sleep. */
  readonly wake: () => void;
  /**
   * Sends a request, or queues it in order until the next connection. Throws when the queue is
   * full.
   */
  readonly send: (request: BrokerRequest) => void;
  readonly getState: () => ChannelState;
}

const listen: BrokerRequest = (connection) => connection.subscribe();

/**
 * Silence in milliseconds after which the page must have slept: a linked machine reports every 20
 * s.
 */
const sleepSilence = 25_000;

/**
 * Period in milliseconds over which the pages of a stopping server reconnect to others. It notifies
 * all of them at once.
 */
const restartSpread = 3_000;

/** Keeps one connection open. It uses neither React nor browser globals. */
export function createRealtimeChannel(options: ChannelOptions): RealtimeChannel {
  const { random = Math.random } = options;
  let state: ChannelState = { phase: 'ended', lastReceivedAt: null };
  let attempt = new AbortController();
  let connection: RealtimeConnection | null = null;
  /** Requests to send as soon as there is a connection. */
  let outbox: BrokerRequest[] = [];
  let attemptedAt = 0;
  let connectedAt = 0;
  let isFirstTry = true;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let checking: ReturnType<typeof setTimeout> | undefined;

  function set(changes: Partial<ChannelState>): void {
    state = { ...state, ...changes };
    options.onChange(state);
  }

  function drop(): void {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    attempt.abort();
    connection?.close();
    connection = null;
    // The broker's session ended with its connection, so the subscription has to be sent again.
    if (!outbox.includes(listen)) outbox.unshift(listen);
  }

  function connect(): void {
    drop();
    attempt = new AbortController();
    attemptedAt = Date.now();
    void tryToConnect(attempt.signal);
  }

  async function tryToConnect(signal: AbortSignal): Promise<void> {
    const { connectTimeout } = realtime;
    try {
      const credentials = await limitTime(connectTimeout, signal, options.issueCredentials);
      const events = {
        onMessage: take(signal),
        onClose: (isRestart: boolean) => handleLoss(signal, isRestart),
      };
      const opened = await limitTime(connectTimeout, signal, (inner) =>
        options.open(credentials, events, inner),
      );
      if (signal.aborted) {
        opened.close();
        return;
      }
      connection = opened;
      connectedAt = Date.now();
      for (let next = outbox[0]; next !== undefined; next = outbox[0]) {
        await sendRequest(opened, next, signal);
        outbox.shift();
      }
      isFirstTry = true;
      set({ phase: 'connected' });
    } catch (error) {
      if (signal.aborted) return;
      if (options.isFinal(error)) stop();
      else handleLoss(signal);
    }
  }

  async function sendRequest(
    opened: RealtimeConnection,
    request: BrokerRequest,
    signal: AbortSignal,
  ): Promise<void> {
    await limitTime(realtime.subscribeTimeout, signal, () => request(opened));
  }

  function send(request: BrokerRequest): void {
    const { signal } = attempt;
    if (connection !== null && (state.phase === 'connected' || state.phase === 'waiting')) {
      sendRequest(connection, request, signal).catch(() => {
        handleLoss(signal);
      });
      return;
    }
    if (outbox.length >= realtime.bufferSize) throw new Error('too many requests wait');
    outbox.push(request);
  }

  function take(signal: AbortSignal): (text: string) => void {
    return (text) => {
      if (signal.aborted) return;
      set({ phase: 'connected', lastReceivedAt: Date.now() });
      options.receive(text);
    };
  }

  function handleLoss(signal: AbortSignal, isRestart = false): void {
    if (signal.aborted) return;
    drop();
    // The delay counts from the start of the last attempt, so that a hanging one does not postpone
    // the next.
    const sinceLastTry = Date.now() - attemptedAt;
    const usualDelay = isFirstTry
      ? realtime.firstReconnect
      : Math.max(0, realtime.reconnectInterval - sinceLastTry);
    const delay = isRestart ? random() * restartSpread : usualDelay;
    // If this is the only server, that attempt comes too early, and the usual ones follow.
    if (!isRestart) isFirstTry = false;
    retry = setTimeout(connect, delay);
    set({ phase: 'reconnecting' });
  }

  function silence(): number {
    return Date.now() - Math.max(connectedAt, state.lastReceivedAt ?? 0);
  }

  function check(): void {
    checking = setTimeout(check, realtime.checkInterval);
    const { signal } = attempt;
    if (connection === null) return;
    if (!connection.isOpen() || silence() >= realtime.keepAlive) {
      handleLoss(signal);
    } else if (state.phase === 'connected' && silence() >= realtime.staleAfter) {
      set({ phase: 'waiting' });
      // A socket can be dead for minutes before the browser notices. The broker has to answer this
      // request.
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
    clearTimeout(checking);
    if (state.phase !== 'ended') set({ phase: 'ended' });
  }

  return {
    start() {
      if (state.phase !== 'ended') return;
      isFirstTry = true;
      set({ phase: 'connecting', lastReceivedAt: null });
      connect();
      checking = setTimeout(check, realtime.checkInterval);
    },
    stop,
    reconnect,
    goOffline() {
      if (state.phase !== 'ended') handleLoss(attempt.signal);
    },
    wake() {
      const asleep = connection !== null && silence() >= sleepSilence;
      if (retry !== null || asleep) reconnect();
    },
    send,
    getState: () => state,
  };
}

/** Watches the page for sleep and network changes, which leave sockets that look alive. */
export function watchWaking(
  channel: Pick<RealtimeChannel, 'reconnect' | 'goOffline' | 'wake'>,
): () => void {
  const seeAgain = () => {
    if (document.visibilityState === 'visible') channel.wake();
  };
  window.addEventListener('online', channel.reconnect);
  window.addEventListener('offline', channel.goOffline);
  // Some browsers freeze a page and resume it without a change of visibility.
  window.addEventListener('pageshow', seeAgain);
  document.addEventListener('visibilitychange', seeAgain);
  return () => {
    window.removeEventListener('online', channel.reconnect);
    window.removeEventListener('offline', channel.goOffline);
    window.removeEventListener('pageshow', seeAgain);
    document.removeEventListener('visibilitychange', seeAgain);
  };
}
