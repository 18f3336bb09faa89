import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { limitTime } from '#db/limit-time.ts';
import type { BusMessage } from './message-bus.ts';

/** Maximum time to wait for any answer of the broker. */
const answerTimeoutMs = 10_000;
const retryMs = 1000;

/**
 * Abilities of the configured broker. All connections of a node share one such object. It begins
 * with MQTT 5, and a node that had to do without something does so until it restarts.
 */
export interface BrokerFeatures {
  protocolVersion: 4 | 5;
  /** Why the broker cannot share messages among nodes. `null` when it can. */
  unshared: string | null;
}

export interface ReconnectingClient {
  readonly client: MqttClient;
  /** Returns whether the client is connected and its subscriptions are made. */
  isOpen(): boolean;
  /** Resolves when the client first opens, or when the first attempt failed. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

interface ReconnectingClientOptions {
  readonly url: string;
  readonly features: BrokerFeatures;
  /** Called after each connect. The client counts as open when the promise resolves. */
  readonly onConnect: (client: MqttClient) => Promise<void>;
  /** Handles a message. `done` requests the next one. */
  readonly onMessage: (message: BusMessage, done: () => void) => void;
  readonly onState: (open: boolean, reason: string | null) => void;
}

/**
 * Opens one connection to a configured broker that reconnects by itself. While a message is being
 * handled, nothing else is read from it, not even acknowledgements. So a node needs several
 * connections.
 */
export function openReconnectingClient(options: ReconnectingClientOptions): ReconnectingClient {
  const { features } = options;
  const client = mqtt.connect(options.url, {
    ...connectOptions(options.url),
    protocolVersion: features.protocolVersion,
    reconnectPeriod: retryMs,
    reconnectOnConnackError: true,
    queueQoSZero: false,
    resubscribe: false,
    properties: { receiveMaximum: 500 },
  });
  let open = false;
  let markTried = () => {};
  const tried = new Promise<void>((resolve) => {
    markTried = resolve;
  });
  let reason: string | null = null;
  /** The error of the present attempt. A broker that only closes the connection causes none. */
  let failure: Error | null = null;
  let answered = false;
  const setOpen = (state: boolean) => {
    if (state === open) return;
    open = state;
    options.onState(open, reason);
  };

  client.on('connect', ({ properties }) => {
    answered = true;
    if (properties?.sharedSubscriptionAvailable === false) {
      features.unshared ??= 'it has no shared subscriptions';
    }
    // Otherwise a small message waits up to 40 ms for the receipt of the one before.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    options.onConnect(client).then(
      () => {
        setOpen(client.connected);
        markTried();
      },
      // The connection is restarted, because a partly subscribed client would miss messages
      // unnoticed.
      (error: unknown) => client.stream.destroy(error as Error),
    );
  });
  client.on('error', (error) => {
    reason = error.message;
    failure = error;
  });
  client.on('reconnect', () => {
    client.options.protocolVersion = features.protocolVersion;
  });
  client.on('close', () => {
    const isRefused = !answered && (failure === null || isVersionRefused(failure));
    answered = false;
    failure = null;
    setOpen(false);
    markTried();
    if (isRefused && features.protocolVersion === 5) void lowerVersion(options.url, features);
  });
  client.handleMessage = ({ topic, payload, properties }, done) => {
    const traceparent = properties?.userProperties?.['traceparent'];
    const message = { topic, payload: Buffer.from(payload) };
    options.onMessage(traceparent === undefined ? message : { ...message, traceparent }, done);
  };
  return {
    client,
    isOpen: () => open,
    tried,
    close: () => client.endAsync(true),
  };
}

/**
 * Reason codes of MQTT 3.1.1 and of MQTT 5 for a protocol version that the broker does not know, and
 * the error of a connection that the broker closed although it had accepted it.
 */
const versionRefusals: readonly unknown[] = [1, 132, 'ECONNRESET'];

function isVersionRefused(error: Error): boolean {
  return versionRefusals.includes((error as { code?: unknown }).code);
}

/**
 * Uses MQTT 3.1.1 from now on if the broker accepts that and not MQTT 5. RabbitMQ 3.10 closes a
 * connection of MQTT 5 without an answer, as a balancer does that has no broker at the moment. So
 * both versions are tried in turn.
 */
async function lowerVersion(url: string, features: BrokerFeatures): Promise<void> {
  if (!(await isAccepted(url, 4)) || (await isAccepted(url, 5))) return;
  features.protocolVersion = 4;
  // A broker of MQTT 3.1.1 may take `$share/…` for an ordinary topic, on which nothing ever comes.
  features.unshared ??= 'it speaks MQTT 3.1.1 only';
}

async function isAccepted(url: string, protocolVersion: 4 | 5): Promise<boolean> {
  const client = mqtt.connect(url, {
    ...connectOptions(url),
    protocolVersion,
    reconnectPeriod: 0,
  });
  const accepted = await new Promise<boolean>((resolve) => {
    client.once('connect', () => resolve(true));
    client.once('close', () => resolve(false));
    client.on('error', () => resolve(false));
  });
  await client.endAsync(true);
  return accepted;
}

/** Options of every connection of a node. */
function connectOptions(url: string): IClientOptions {
  const { username, password } = new URL(url);
  return {
    // The id is random, because another client could end the session by using the same id.
    clientId: `tanren-${randomUUID()}`,
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    clean: true,
    keepalive: 60,
    connectTimeout: answerTimeoutMs,
  };
}

const noAnswer = new Error('the broker does not answer');

/**
 * Rejects after `ms`. The client library itself waits for ever for a broker that does not answer.
 */
export async function withinAnswerTime<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  return await limitTime(answer, ms, noAnswer);
}
