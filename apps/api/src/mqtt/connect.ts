import { createHash } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { currentRequestId, currentSpan } from '#http/log/request-context.ts';
import {
  type BusHandler,
  type BusMessage,
  deliverSequentially,
  type MessageBus,
} from './message-bus.ts';
import {
  type BrokerFeatures,
  openReconnectingClient,
  type ReconnectingClient,
  withinAnswerTime,
} from './reconnecting-client.ts';
import { createTopicSubscriptions } from './topic-subscriptions.ts';

interface ConnectOptions {
  readonly url: string;
  /** Called when all connections are open, or when the first of them is lost. */
  readonly onState: (connected: boolean, reason: string | null) => void;
  /**
   * Called once if the broker cannot share messages among nodes. Every node then receives and
   * handles every message, which is correct but costs each node the work of all.
   */
  readonly onUnshared?: (reason: string) => void;
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
export function connectBus({ url, onState, onUnshared }: ConnectOptions): MessageBus {
  const group = shareGroup(url);
  const features: BrokerFeatures = { protocolVersion: 5, unshared: null };
  let isUnsharedReported = false;
  const clients = new Set<ReconnectingClient>();
  const listeners = new Map<string, Set<BusHandler>>();
  let connected = false;

  const isConnected = () => [...clients].every((client) => client.isOpen());
  const onClientState = (_open: boolean, reason: string | null) => {
    if (isConnected() === connected) return;
    connected = !connected;
    onState(connected, reason);
  };
  const reportUnshared = () => {
    if (features.unshared === null || isUnsharedReported) return;
    isUnsharedReported = true;
    onUnshared?.(features.unshared);
  };
  const openClient = (
    onConnect: (client: MqttClient) => Promise<void>,
    onMessage: Parameters<typeof openReconnectingClient>[0]['onMessage'],
  ) => {
    const opened = openReconnectingClient({
      url,
      features,
      onConnect,
      onMessage,
      onState: onClientState,
    });
    clients.add(opened);
    return opened;
  };

  const deliver = async (message: BusMessage) => {
    const call = async (handle: BusHandler) => await handle(message);
    await Promise.allSettled([...(listeners.get(message.topic) ?? [])].map(call));
  };
  const publisher = openClient(
    async () => {},
    (_message, done) => done(),
  );
  const subscriber = openClient(
    () => topics.restore(),
    (message, done) => void deliver(message).finally(done),
  );
  const topics = createTopicSubscriptions(subscriber.client);

  return {
    async publish(topic, message, { qos, relayed = false }) {
      if (relayed && features.unshared !== null) {
        await deliver({ topic, payload: Buffer.from(JSON.stringify(message)) });
        return;
      }
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
      let filter = pattern;
      const shared = openClient(async (client) => {
        filter = await subscribeToShare(client, { group, pattern, qos }, features);
        reportUnshared();
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

interface Share {
  readonly group: string;
  readonly pattern: string;
  readonly qos: 0 | 1;
}

/**
 * Subscribes to this node's share of the messages, or to all of them if the broker cannot share.
 * Returns the filter that the broker granted.
 */
async function subscribeToShare(
  client: MqttClient,
  { group, pattern, qos }: Share,
  features: BrokerFeatures,
): Promise<string> {
  const shared = `$share/${group}/${pattern}`;
  const isGranted = features.unshared === null && (await requestSubscription(client, shared, qos));
  if (isGranted) return shared;
  if (!(await requestSubscription(client, pattern, qos))) {
    throw new Error('the broker refused to subscribe');
  }
  // A broker that refuses everything for a moment would grant the share later.
  features.unshared ??= 'it refuses $share';
  return pattern;
}

/** Returns whether the broker granted the filter. Throws when it does not answer. */
async function requestSubscription(
  client: MqttClient,
  filter: string,
  qos: 0 | 1,
): Promise<boolean> {
  try {
    const [grant] = await withinAnswerTime(client.subscribeAsync(filter, { qos }));
    return grant !== undefined && grant.qos < 128;
  } catch (error) {
    if ((error as { packet?: object }).packet === undefined) throw error;
    return false;
  }
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
