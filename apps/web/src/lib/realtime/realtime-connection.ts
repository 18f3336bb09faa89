import type { TanrenMqtt } from '@tanren/contract/tanren-connection';
import type { IClientOptions } from 'mqtt';
import { loadPartOrReload } from '#lib/builds/chunks.ts';

/** Milliseconds, the buffer in messages. */
export const realtime = {
  connectTimeout: 15_000,
  subscribeTimeout: 15_000,
  keepAlive: 300_000,
  checkInterval: 5_000,
  staleAfter: 65_000,
  firstReconnect: 5_000,
  reconnectInterval: 60_000,
  bufferSize: 5_000,
} as const;

/** Time comes in from outside, so that a test can hold it still. */
export interface RealtimeClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export const browserClock: RealtimeClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Gives up after a while, or as soon as nobody waits any more. The work is told by its signal:
 * what arrives too late must be closed, not used.
 */
export async function limitTime<T>(
  clock: RealtimeClock,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abandon = () => {
    inner.abort(outer.reason);
  };
  if (outer.aborted) abandon();
  outer.addEventListener('abort', abandon);
  const cancelTimer = clock.after(ms, () => {
    inner.abort(new Error(`Network: no answer within ${ms} ms`));
  });
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = () => {
      reject(inner.signal.reason as Error);
    };
    if (inner.signal.aborted) giveUp();
    else inner.signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work(inner.signal), givenUp]);
  } finally {
    cancelTimer();
    outer.removeEventListener('abort', abandon);
  }
}

export interface ConnectionEvents {
  readonly onMessage: (text: string) => void;
  /** `isRestart`: the server said that it stops, and that others are there. */
  readonly onClose: (isRestart: boolean) => void;
}

/** One socket with one set of credentials; it never mends itself. */
export interface RealtimeConnection {
  readonly isOpen: () => boolean;
  /** Resolves with the broker's acknowledgement. Repeatable: it also shows that the broker is there. */
  readonly subscribe: () => Promise<void>;
  readonly close: () => void;
}

/** Resolves when the broker has accepted the credentials. */
export type OpenConnection = (
  credentials: TanrenMqtt,
  events: ConnectionEvents,
  signal: AbortSignal,
) => Promise<RealtimeConnection>;

function connectOptions({ clientId, username, password }: TanrenMqtt): IClientOptions {
  return {
    clientId,
    username,
    password,
    protocolVersion: 4,
    clean: true,
    keepalive: realtime.keepAlive / 1000,
    connectTimeout: realtime.connectTimeout,
    // Credentials work once: the channel asks for new ones and opens a new connection.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // The default prepares 65,536 small buffers at the first packet, which holds up a phone.
    writeCache: false,
    // The default keeps time in a worker made of a blob, which the security policy refuses.
    timerVariant: 'native',
  };
}

/** "Service restart" (IANA's registry of WebSocket close codes). */
const restartCode = 1012;

type MakeSocket = (
  url: string,
  protocols: string[],
) => { addEventListener(type: 'close', listener: (event: { code: number }) => void): void };

/** mqtt.js is large: it is fetched when a machine is linked, not before. */
export async function openMqtt(
  credentials: TanrenMqtt,
  { onMessage, onClose }: ConnectionEvents,
  signal: AbortSignal,
  makeSocket: MakeSocket = (url, protocols) => new WebSocket(url, protocols),
): Promise<RealtimeConnection> {
  const { default: mqtt } = await loadPartOrReload(() => import('mqtt'));
  signal.throwIfAborted();
  let closeCode: number | null = null;
  const client = mqtt.connect(credentials.url, {
    ...connectOptions(credentials),
    // mqtt.js does not pass on why a socket was closed.
    createWebsocket: (url, protocols) => {
      const socket = makeSocket(url, protocols);
      socket.addEventListener('close', ({ code }) => {
        closeCode = code;
      });
      return socket;
    },
  });
  const close = () => {
    client.end(true);
  };
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', close, { once: true });
    client.once('connect', () => {
      resolve();
    });
    client.on('error', reject);
    client.once('close', () => {
      reject(new Error('Network: the live channel closed'));
    });
  });
  signal.removeEventListener('abort', close);
  const decoder = new TextDecoder();
  client.on('message', (_topic, payload) => {
    onMessage(decoder.decode(payload));
  });
  client.once('close', () => {
    onClose(closeCode === restartCode);
  });
  return {
    isOpen: () => client.connected,
    // mqtt.js rejects when the broker refuses a topic.
    subscribe: async () => {
      await client.subscribeAsync([...credentials.topics], { qos: 0 });
    },
    close,
  };
}
