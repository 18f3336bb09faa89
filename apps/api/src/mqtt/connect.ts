import { createHash } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { currentRequestId, currentSpan } from '#http/log/request-context.ts';
import { type BusHandler, deliverSequentially, type MessageBus } from './message-bus.ts';
import {
  openReconnectingClient,
  type ReconnectingClient,
  withinAnswerTime,
} from './reconnecting-client.ts';
import { createTopicSubscriptions } from './topic-subscriptions.ts';

interface ConnectOptions {
  readonly url: string;
  /** Called when all connections are open, or when the first of them is lost. */
  readonly onState: (connected: boolean, reason: string | null) => void;
}

/**
 * Maximum time to publish a live message. A later one would be outdated, and its sender must go on.
 */
const liveTimeoutMs = 1000;
/**
 * Maximum time to wait for an unsubscription. A connection whose handler is busy reads no answer,
 * so stopping must not wait long.
 */
const unsubscribeTimeoutMs = 2000;

/**
 * Connects the message bus to a configured broker. It uses one connection to publish, one for
 * topics that every node reads, and one for each shared subscription. Each connects as soon as the
 * broker can be reached.
 */
export function connectBus({ url, onState }: ConnectOptions): MessageBus {
  const group = shareGroup(url);
  const clients = new Set<ReconnectingClient>();
  const listeners = new Map<string, Set<BusHandler>>();
  let connected = false;

  const isConnected = () => [...clients].every((client) => client.isOpen());
  const onClientState = (_open: boolean, reason: string | null) => {
    if (isConnected() === connected) return;
    connected = !connected;
    onState(connected, reason);
  };
  const openClient = (
    onConnect: (client: MqttClient) => Promise<void>,
    onMessage: Parameters<typeof openReconnectingClient>[0]['onMessage'],
  ) => {
    const opened = openReconnectingClient({ url, onConnect, onMessage, onState: onClientState });
    clients.add(opened);
    return opened;
  };

  const publisher = openClient(
    async () => {},
    (_message, done) => done(),
  );
  const subscriber = openClient(
    () => topics.restore(),
    (message, done) => {
      const { topic } = message;
      const call = async (handle: BusHandler) => await handle(message);
      const handled = Promise.allSettled([...(listeners.get(topic) ?? [])].map(call));
      void handled.finally(done);
    },
  );
  const topics = createTopicSubscriptions(subscriber.client);

  return {
    async publish(topic, message, { qos }) {
      if (!publisher.isOpen()) {
        if (qos === 0) return;
        throw new Error('the broker is not there');
      }
      const sent = publisher.client.publishAsync(topic, JSON.stringify(message), {
        qos,
        ...describeCause(),
      });
      // The limit is needed because the client library never settles a message that waited for
      // space in the socket when the broker died.
      if (qos === 0) await withinAnswerTime(sent, liveTimeoutMs).catch(() => undefined);
      else await withinAnswerTime(sent);
    },

    async subscribeShared(pattern, qos, handler) {
      const filter = `$share/${group}/${pattern}`;
      const shared = openClient(async (client) => {
        await withinAnswerTime(client.subscribeAsync(filter, { qos }));
      }, deliverSequentially(handler));
      await shared.tried;
      return async () => {
        clients.delete(shared);
        // Otherwise the broker would send this node its share until it notices the closed socket.
        if (shared.isOpen()) {
          await withinAnswerTime(
            shared.client.unsubscribeAsync(filter),
            unsubscribeTimeoutMs,
          ).catch(() => undefined);
        }
        await shared.close();
      };
    },

    async subscribe(topic, handler) {
      if (!subscriber.isOpen()) throw new Error('the broker is not there');
      const known = listeners.get(topic);
      const handlers = known ?? new Set<BusHandler>();
      handlers.add(handler);
      listeners.set(topic, handlers);
      const end = async () => {
        handlers.delete(handler);
        if (handlers.size > 0 || listeners.get(topic) !== handlers) return;
        listeners.delete(topic);
        await withinAnswerTime(topics.remove(topic)).catch(() => undefined);
      };
      try {
        await withinAnswerTime(topics.add(topic));
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },

    isConnected,
    async close() {
      const open = [...clients];
      clients.clear();
      await Promise.all(open.map((client) => client.close()));
    },
  };
}

/** Returns the properties that name the request and the trace which caused a message. */
function describeCause() {
  const requestId = currentRequestId();
  const traceparent = currentSpan()?.traceparent;
  if (requestId === undefined && traceparent === undefined) return {};
  const userProperties = {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return { properties: { userProperties } };
}

/**
 * Returns the name of the group in which the nodes share messages. A broker may let any client join
 * a group by its name, and a client without the right to read still takes its share of the
 * messages, which are then lost. So the name can be derived only with the broker's password.
 */
export function shareGroup(mqttUrl: string): string {
  const { username, password } = new URL(mqttUrl);
  if (password === '') return 'tanren';
  const digest = createHash('sha256').update(`share group ${username} ${password}`).digest('hex');
  return `tanren-${digest.slice(0, 32)}`;
}
