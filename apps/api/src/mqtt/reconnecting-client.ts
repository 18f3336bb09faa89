import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import type { BusMessage } from './message-bus.ts';

/** How long we wait for the broker to answer anything. */
const answerTimeoutMs = 10_000;
const retryMs = 1000;

export interface ReconnectingClient {
  readonly client: MqttClient;
  /** Connected and, where it listens, subscribed. */
  isOpen(): boolean;
  /** Resolves when it first opens, or when the first try failed. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

interface ReconnectingClientOptions {
  readonly url: string;
  /** Called after each connect; the client counts as open once it resolves. */
  readonly onConnect: (client: MqttClient) => Promise<void>;
  /** `done` asks for the next message. */
  readonly onMessage: (message: BusMessage, done: () => void) => void;
  readonly onState: (open: boolean, reason: string | null) => void;
}

/**
 * One connection to a configured broker that reconnects by itself. While a message is being
 * handled nothing else is read from it, acknowledgements included: hence several a node.
 */
export function openReconnectingClient(options: ReconnectingClientOptions): ReconnectingClient {
  const { username, password } = new URL(options.url);
  const client = mqtt.connect(options.url, {
    protocolVersion: 5,
    // Unguessable, or another client could end our sessions by using it.
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
    // Otherwise a small message waits for the broker's receipt of the one before, up to 40 ms.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    options.onConnect(client).then(
      () => {
        setOpen(client.connected);
        markTried();
      },
      // Start anew: half-subscribed is worse than not connected.
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
  client.handleMessage = ({ topic, payload }, done) => {
    options.onMessage({ topic, payload: Buffer.from(payload) }, done);
  };
  return {
    client,
    isOpen: () => open,
    tried,
    close: () => client.endAsync(true),
  };
}

/** The client library waits for ever for a broker that does not answer. */
export async function withinAnswerTime<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the broker does not answer')), ms);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
