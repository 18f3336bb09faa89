import { createHash } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { type BusHandler, deliverInTurn, type MessageBus } from './message-bus.ts';
import { answerTimeoutMs, type BrokerLine, openBrokerLine } from './reconnecting-client.ts';

/**
 * The group under which the nodes share messages. A broker may let any client into a group by
 * its name, and a client that may not read takes messages all the same, to drop them. So the
 * name is one that only who has the broker's password knows.
 */
export function shareGroup(mqttUrl: string): string {
  const { username, password } = new URL(mqttUrl);
  if (password === '') return 'tanren';
  const digest = createHash('sha256').update(`share group ${username} ${password}`).digest('hex');
  return `tanren-${digest.slice(0, 32)}`;
}

interface ConnectOptions {
  readonly url: string;
  /** Told when the line as a whole opens or is lost. */
  readonly onState: (connected: boolean, reason: string | null) => void;
}

/** A line whose handler is busy hears no answer; whoever stops does not wait long for one. */
const farewellMs = 2000;

/** The server's line to a configured broker; comes up whenever the broker does. */
export function connectBus({ url, onState }: ConnectOptions): MessageBus {
  const group = shareGroup(url);
  const lines = new Set<BrokerLine>();
  const listeners = new Map<string, Set<BusHandler>>();
  let connected = false;

  const isConnected = () => [...lines].every((line) => line.isOpen());
  const onLineState = (_open: boolean, reason: string | null) => {
    if (isConnected() === connected) return;
    connected = !connected;
    onState(connected, reason);
  };
  const openLine = (
    onConnect: (client: MqttClient) => Promise<void>,
    onMessage: Parameters<typeof openBrokerLine>[0]['onMessage'],
  ) => {
    const line = openBrokerLine({ url, onConnect, onMessage, onState: onLineState });
    lines.add(line);
    return line;
  };

  const publisher = openLine(
    async () => {},
    (_message, done) => done(),
  );
  const hearing = openLine(
    async (client) => {
      const topics = [...listeners.keys()];
      if (topics.length > 0) await subscribe(client, topics, 0);
    },
    ({ topic, payload }, done) => {
      const tell = async (handle: BusHandler) => await handle({ topic, payload });
      const told = Promise.allSettled([...(listeners.get(topic) ?? [])].map(tell));
      void told.finally(done);
    },
  );

  return {
    async publish(topic, message, { qos }) {
      if (!publisher.isOpen()) {
        if (qos === 0) return;
        throw new Error('the broker is not there');
      }
      const sent = publisher.client.publishAsync(topic, JSON.stringify(message), { qos });
      // Without the limit a message that waited for room in the socket when the broker died would
      // wait forever: the client library never answers it.
      if (qos === 0) await withTimeout(sent).catch(() => undefined);
      else await withTimeout(sent);
    },

    async subscribeShared(pattern, qos, handler) {
      const filter = `$share/${group}/${pattern}`;
      const line = openLine((client) => subscribe(client, [filter], qos), deliverInTurn(handler));
      await line.tried;
      return async () => {
        lines.delete(line);
        // Said, not only done: the broker would go on sending this node its share for a while.
        if (line.isOpen()) {
          await withTimeout(line.client.unsubscribeAsync(filter), farewellMs).catch(
            () => undefined,
          );
        }
        await line.close();
      };
    },

    async subscribe(topic, handler) {
      if (!hearing.isOpen()) throw new Error('the broker is not there');
      const known = listeners.get(topic);
      const handlers = known ?? new Set<BusHandler>();
      handlers.add(handler);
      listeners.set(topic, handlers);
      const end = async () => {
        handlers.delete(handler);
        if (handlers.size > 0 || listeners.get(topic) !== handlers) return;
        listeners.delete(topic);
        if (hearing.isOpen()) await hearing.client.unsubscribeAsync(topic).catch(() => undefined);
      };
      try {
        await subscribe(hearing.client, [topic], 0);
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },

    isConnected,
    async close() {
      const open = [...lines];
      lines.clear();
      await Promise.all(open.map((line) => line.close()));
    },
  };
}

async function subscribe(client: MqttClient, topics: string[], qos: 0 | 1): Promise<void> {
  const grants = await withTimeout(client.subscribeAsync(topics, { qos }));
  if (grants.some((grant) => grant.qos >= 128)) throw new Error('the broker refused to subscribe');
}

async function withTimeout<T>(answer: Promise<T>, ms = answerTimeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the broker does not answer')), ms);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
