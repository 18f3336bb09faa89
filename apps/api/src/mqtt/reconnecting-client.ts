import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import { limitTime } from '#db/limit-time.ts';
import type { BusMessage } from './message-bus.ts';

/** Maximum time to wait for any answer of the broker. */
const answerTimeoutMs = 10_000;
const retryMs = 1000;

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
  const { username, password } = new URL(options.url);
  const client = mqtt.connect(options.url, {
    protocolVersion: 5,
    // The id is random, because another client could end the session by using the same id.
    clientId: `tanren-${randomUUID()}`,
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    clean: true,
    keepalive: 60,
    reconnectPeriod: retryMs,
    connectTimeout: answerTimeoutMs,
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
  const setOpen = (state: boolean) => {
    if (state === open) return;
    open = state;
    options.onState(open, reason);
  };

  client.on('connect', () => {
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
  });
  client.on('close', () => {
    setOpen(false);
    markTried();
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

const noAnswer = new Error('the broker does not answer');

/**
 * Rejects after `ms`. The client library itself waits for ever for a broker that does not answer.
 */
export async function withinAnswerTime<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  return await limitTime(answer, ms, noAnswer);
}
