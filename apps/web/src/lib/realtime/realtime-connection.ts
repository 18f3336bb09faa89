import type { TanrenMqtt } from '@tanren/contract/machines/tanren-connection';
import {
  createPacketReader,
  ping,
  type Received,
  writeConnect,
  writeSubscribe,
} from './mqtt-packets.ts';

/** Durations in milliseconds, and the buffer size in messages. */
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

export interface ConnectionEvents {
  readonly onMessage: (text: string) => void;
  /** `isRestart` means that the server announced a restart and that other servers are running. */
  readonly onClose: (isRestart: boolean) => void;
}

/** One socket with one set of credentials. It never reconnects by itself. */
export interface RealtimeConnection {
  readonly isOpen: () => boolean;
  /**
   * Resolves with the broker's acknowledgement. Repeating it also shows that the broker is
   * reachable.
   */
  readonly subscribe: () => Promise<void>;
  readonly close: () => void;
}

/** Resolves when the broker has accepted the credentials. */
export type OpenConnection = (
  credentials: TanrenMqtt,
  events: ConnectionEvents,
  signal: AbortSignal,
) => Promise<RealtimeConnection>;

/** WebSocket close code "Service restart" (IANA registry). */
const restartCode = 1012;
const lost = 'Network: the live channel closed';
/** Key of the waiter for the connection. Subscriptions are numbered from 1, in two bytes. */
const connectId = 0;

type MakeSocket = (url: string, protocols: string[]) => WebSocket;

/**
 * Opens a connection. Credentials can be used once, so after a loss the channel requests new ones
 * and opens another connection.
 */
export async function openMqtt(
  credentials: TanrenMqtt,
  { onMessage, onClose }: ConnectionEvents,
  signal: AbortSignal,
  makeSocket: MakeSocket = (url, protocols) => new WebSocket(url, protocols),
): Promise<RealtimeConnection> {
  signal.throwIfAborted();
  const socket = makeSocket(credentials.url, ['mqtt']);
  socket.binaryType = 'arraybuffer';
  const read = createPacketReader();
  let isClosed = false;
  let isOpen = false;
  let lastId = connectId;
  const waiters = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const awaitAnswer = (id: number) =>
    new Promise<void>((resolve, reject) => {
      waiters.set(id, { resolve, reject });
    });
  const finish = (id: number, rejection: string | null) => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    if (rejection === null) waiter?.resolve();
    else waiter?.reject(new Error(rejection));
  };
  const handle = (received: Received) => {
    if (received.kind === 'message') onMessage(received.text);
    if (received.kind === 'connected') {
      finish(connectId, received.code === 0 ? null : `Connection refused: ${received.code}`);
    }
    if (received.kind === 'subscribed') {
      finish(received.id, received.isRejected ? 'Subscribe refused' : null);
    }
  };
  const keepingAlive = setInterval(() => {
    if (isOpen) socket.send(ping);
  }, realtime.keepAlive);
  const end = (isRestart: boolean) => {
    clearInterval(keepingAlive);
    for (const id of waiters.keys()) finish(id, lost);
    if (!isOpen) return;
    isOpen = false;
    onClose(isRestart);
  };
  const close = () => {
    isClosed = true;
    socket.close();
    // The close event of a dead connection would come only after minutes.
    end(false);
  };
  const greet = () => {
    socket.send(writeConnect(credentials, realtime.keepAlive / 1000));
  };
  const take = ({ data }: MessageEvent<ArrayBuffer>) => {
    if (isClosed) return;
    let packets: Received[];
    try {
      packets = read(data);
    } catch {
      return close();
    }
    for (const packet of packets) handle(packet);
  };
  socket.addEventListener('open', greet);
  socket.addEventListener('message', take);
  socket.addEventListener('close', ({ code }) => {
    end(code === restartCode);
  });
  // The close event that follows reports the error.
  socket.addEventListener('error', () => {});

  const abandon = () => {
    waiters.get(connectId)?.reject(signal.reason as Error);
    close();
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await awaitAnswer(connectId);
  } catch (error) {
    close();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
  isOpen = true;
  return {
    isOpen: () => isOpen,
    subscribe: async () => {
      if (!isOpen) throw new Error(lost);
      lastId = (lastId % 65_535) + 1;
      const answered = awaitAnswer(lastId);
      socket.send(writeSubscribe(lastId, credentials.topics));
      await answered;
    },
    close,
  };
}
