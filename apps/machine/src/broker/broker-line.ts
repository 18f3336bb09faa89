import { Socket } from 'node:net';
import { connect, ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt';

/**
 * How long to wait before the n-th attempt in a row: doubled each time up to the longest, and
 * spread, so that a gym of machines does not come back to a restarted broker all at once.
 */
export function backOff(
  attempt: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  random: () => number,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

interface Asking {
  /** Asks at once, then again and again. */
  readonly begin: () => void;
  readonly answered: () => void;
}

/** A question may reach the broker while the server is away: nobody remembers it then. */
export function repeatUntilAnswered(everyMs: number, ask: () => void): Asking {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(ask, everyMs);
      ask();
    },
    answered: () => clearInterval(timer),
  };
}

export interface BrokerLineOptions {
  readonly url: string;
  /** With mqtts://, whose certificates to trust; null: the usual authorities. */
  readonly ca: Buffer | null;
  readonly clientId: string;
  readonly password: string;
  /** Asked before each attempt. null: nobody needs to hear that it is gone. */
  readonly describeWill: (() => LastMessage) | null;
  readonly subscriptions: readonly string[];
  readonly retry: { readonly firstMs: number; readonly longestMs: number };
  readonly keepAliveSeconds: number;
  readonly random: () => number;
  /** Subscribed, and messages pass. */
  readonly onConnected: () => void;
  readonly onDisconnected: (reason: string) => void;
  /** The broker is there and says no. It may say yes later: the line keeps trying. */
  readonly onRefused: (reason: string) => void;
  readonly onMessage: (topic: string, payload: Buffer) => void;
}

export interface BrokerLine {
  readonly isConnected: () => boolean;
  /** Nothing is queued: without a connection it is lost, and the journal is what remembers. */
  readonly publish: (topic: string, message: object, qos: 0 | 1) => void;
  /** Says the last message, if there is one, and leaves; without a connection it just leaves. */
  readonly close: (last: LastMessage | null) => Promise<void>;
}

interface LastMessage {
  readonly topic: string;
  readonly message: object;
}

const connectTimeoutMs = 15_000;
const lastMessageMs = 2000;

/**
 * A line that comes back forever. Each attempt is a client of its own: nothing of a broken
 * connection (queues, half-sent messages) reaches the next one.
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
      // Otherwise a rep waits for the broker's receipt of the one before, up to 40 ms.
      if (current.stream instanceof Socket) current.stream.setNoDelay(true);
      current.subscribe([...options.subscriptions], { qos: 1 }, (error, granted) => {
        if (error === null && granted?.every(({ qos }) => qos < 128) === true) return ready();
        options.onRefused('subscription refused');
        current.end(true);
      });
    });
    current.on('message', options.onMessage);
    current.on('error', (error) => {
      reason = describe(error);
      if (error instanceof ErrorWithReasonCode) options.onRefused(reason);
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
      // What fails here shows as a closed connection, or as an ack that never comes.
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
    // 3.1.1 is what the embedded broker and every other one understand.
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
    // Takes leave of the broker too, which would publish the will otherwise.
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
