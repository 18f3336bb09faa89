import { Socket } from 'node:net';
import { connect, ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt';

/**
 * Returns the wait before the n-th attempt in a row. It doubles each time up to the maximum, and is
 * randomized, so that the machines of a gym do not all reconnect at the same moment.
 */
export function backOff(
  attempt: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

interface RepeatedRequest {
  /** Asks at once, then repeatedly. */
  readonly begin: () => void;
  readonly answered: () => void;
}

/**
 * Repeats a question, because it may reach the broker while the server is away and is then lost.
 */
export function repeatUntilAnswered(everyMs: number, send: () => void): RepeatedRequest {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(send, everyMs);
      send();
    },
    answered: () => clearInterval(timer),
  };
}

export interface BrokerLineOptions {
  readonly url: string;
  /** Certificates to trust with mqtts://. `null` for the usual authorities. */
  readonly ca: Buffer | null;
  readonly clientId: string;
  readonly password: string;
  /** Returns the last will, called before each attempt. `null` when the client has no will. */
  readonly describeWill: (() => LastMessage) | null;
  readonly subscriptions: readonly string[];
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
  readonly keepAliveSeconds: number;
  readonly random: () => number;
  /** Called when the client is subscribed and messages can pass. */
  readonly onConnected: () => void;
  readonly onDisconnected: (reason: string) => void;
  /**
   * Called when the broker rejects the client. It may accept the client later, so attempts
   * continue.
   */
  readonly onRejected: (reason: string) => void;
  readonly onMessage: (topic: string, payload: Buffer) => void;
}

export interface BrokerLine {
  readonly isConnected: () => boolean;
  /**
   * Publishes a message. Nothing is queued: without a connection the message is lost, but the
   * journal still has it.
   */
  readonly publish: (topic: string, message: object, qos: 0 | 1) => void;
  /** Sends the last message, if there is one, and disconnects. */
  readonly close: (last: LastMessage | null) => Promise<void>;
}

interface LastMessage {
  readonly topic: string;
  readonly message: object;
}

const connectTimeoutMs = 15_000;
const lastMessageMs = 2000;

/**
 * Opens a connection that is retried forever. Each attempt uses a new client, so that queues and
 * half-sent messages of a broken connection do not reach the next one.
 */
export function openBrokerLine(options: BrokerLineOptions): BrokerLine {
  let client: MqttClient | null = null;
  let isUp = false;
  let attempt = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tryAgain = () => {
    if (isClosed) return;
    retryTimer = setTimeout(open, backOff(attempt, options.retry, options.random));
    attempt += 1;
  };

  const open = () => {
    const current = connect(options.url, clientOptions(options));
    client = current;
    let reason = 'connection closed';
    const ready = () => {
      isUp = true;
      attempt = 0;
      options.onConnected();
    };
    current.on('connect', () => {
      // Otherwise a rep waits up to 40 ms for the receipt of the one before.
      if (current.stream instanceof Socket) current.stream.setNoDelay(true);
      current.subscribe([...options.subscriptions], { qos: 1 }, (error, granted) => {
        if (error === null && granted?.every(({ qos }) => qos < 128) === true) return ready();
        options.onRejected('subscription refused');
        current.end(true);
      });
    });
    current.on('message', options.onMessage);
    current.on('error', (error) => {
      reason = describe(error);
      if (error instanceof ErrorWithReasonCode) options.onRejected(reason);
    });
    current.once('close', () => {
      current.end(true);
      if (client !== current) return;
      client = null;
      isUp = false;
      if (isClosed) return;
      options.onDisconnected(reason);
      tryAgain();
    });
  };
  open();

  return {
    isConnected: () => isUp,
    publish: (topic, message, qos) => {
      // A failure here shows as a closed connection, or as an ack that never arrives.
      if (isUp) client?.publish(topic, JSON.stringify(message), { qos }, () => undefined);
    },
    close: async (last) => {
      isClosed = true;
      clearTimeout(retryTimer);
      const leaving = client;
      if (leaving === null) return;
      if (isUp) await leave(leaving, last);
      isUp = false;
      if (!leaving.disconnected) await leaving.endAsync(true);
    },
  };
}

function clientOptions(options: BrokerLineOptions): IClientOptions {
  const will = options.describeWill?.() ?? null;
  return {
    // The embedded broker and all others support 3.1.1.
    protocolVersion: 4,
    ...(options.ca !== null && { ca: options.ca }),
    clientId: options.clientId,
    username: options.clientId,
    password: options.password,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: connectTimeoutMs,
    keepalive: options.keepAliveSeconds,
    queueQoSZero: false,
    ...(will !== null && {
      will: {
        topic: will.topic,
        payload: Buffer.from(JSON.stringify(will.message)),
        qos: 1,
        retain: false,
      },
    }),
  };
}

async function leave(client: MqttClient, last: LastMessage | null): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lastMessageMs);
  });
  const end = async () => {
    if (last !== null) {
      await client.publishAsync(last.topic, JSON.stringify(last.message), { qos: 1 });
    }
    // An orderly end also keeps the broker from publishing the will.
    await client.endAsync(false);
  };
  await Promise.race([end(), enough]).catch(() => undefined);
  clearTimeout(timer);
}

function describe(error: Error): string {
  // An attempt at several addresses fails with all their errors and an empty message.
  const causes = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return causes.map(({ message }) => message).join('; ') || error.name;
}
