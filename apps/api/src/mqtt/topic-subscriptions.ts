import type { MqttClient } from 'mqtt';
import { withinAnswerTime } from './reconnecting-client.ts';

/*
 * Brokers bound the size of a packet (an exported Mosquitto 512 KiB, AWS IoT Core 128 KiB) and
 * close the connection of a client that sends more. A node with thousands of live pages would
 * exceed that with one SUBSCRIBE for all topics. A few packets at the same time keep a distant
 * broker busy without piling up.
 */
const topicsPerPacket = 100;
const bytesPerPacket = 8 * 1024;
const packetsAtOnce = 4;

interface Subscription {
  wanted: boolean;
  /** Whether the broker has the subscription. `undefined` while a packet about it is pending. */
  granted: boolean | undefined;
  readonly waiting: Set<(error: Error | null) => void>;
}

interface Piece {
  readonly subscribes: boolean;
  readonly topics: string[];
}

export interface TopicSubscriptions {
  /** Settles with the broker's answer. */
  add(topic: string): Promise<void>;
  /** Resolves when the broker sends no more messages, or is gone. */
  remove(topic: string): Promise<void>;
  /**
   * Subscribes to all wanted topics. Called after each connect, when the broker has no
   * subscriptions.
   */
  restore(): Promise<void>;
}

type SubscribingClient = Pick<MqttClient, 'connected' | 'subscribeAsync' | 'unsubscribeAsync'>;

/** Brings the broker's subscriptions in line with the wanted ones, in packets of bounded size. */
export function createTopicSubscriptions(client: SubscribingClient): TopicSubscriptions {
  const subscriptions = new Map<string, Subscription>();
  /** Topics that may need a packet. Each is checked again when it is taken. */
  const changed = new Set<string>();
  let underWay = 0;
  let connection = 0;
  let finishRestore = (_error: Error | null): void => {};

  const complete = (subscription: Subscription, error: Error | null) => {
    const waiting = [...subscription.waiting];
    subscription.waiting.clear();
    for (const notify of waiting) notify(error);
  };

  /** Returns the next topics of one kind that fit into a packet. `null` when none is left. */
  const takePiece = (): Piece | null => {
    const topics: string[] = [];
    let subscribes = true;
    let bytes = 0;
    for (const topic of changed) {
      const subscription = subscriptions.get(topic);
      const { wanted, granted } = subscription ?? { wanted: false, granted: false };
      if (subscription === undefined || granted === undefined || granted === wanted) {
        changed.delete(topic);
        if (granted === false && !wanted) subscriptions.delete(topic);
        if (granted === wanted && subscription !== undefined) complete(subscription, null);
        continue;
      }
      if (topics.length === 0) subscribes = wanted;
      else if (wanted !== subscribes) continue;
      bytes += Buffer.byteLength(topic) + 3;
      const isFull = topics.length === topicsPerPacket || bytes > bytesPerPacket;
      if (isFull && topics.length > 0) break;
      changed.delete(topic);
      subscription.granted = undefined;
      topics.push(topic);
    }
    return topics.length === 0 ? null : { subscribes, topics };
  };

  const send = async ({ subscribes, topics }: Piece): Promise<readonly (Error | null)[]> => {
    if (subscribes) return await subscribe(client, topics);
    await client.unsubscribeAsync(topics);
    return topics.map(() => null);
  };

  const finish = ({ subscribes, topics }: Piece, errors: readonly (Error | null)[]) => {
    for (const [at, topic] of topics.entries()) {
      const subscription = subscriptions.get(topic);
      if (subscription === undefined) continue;
      const error = subscribes ? (errors[at] ?? null) : null;
      subscription.granted = subscribes && error === null;
      if (error === null) {
        changed.add(topic);
        continue;
      }
      // The waiting callers get the error. A topic that stays wanted is requested again on the next
      // connect.
      complete(subscription, error);
      if (!subscription.wanted) subscriptions.delete(topic);
      finishRestore(error);
    }
  };

  const pump = () => {
    while (client.connected && underWay < packetsAtOnce) {
      const piece = takePiece();
      if (piece === null) break;
      underWay += 1;
      void awaitAck(piece, connection);
    }
    if (underWay === 0 && changed.size === 0) finishRestore(null);
  };

  const awaitAck = async (piece: Piece, sentOn: number) => {
    const errors = await withinAnswerTime(send(piece)).catch((error: unknown) =>
      piece.topics.map(() => (error instanceof Error ? error : new Error(String(error)))),
    );
    // The answer belongs to an old connection. All wanted topics were requested again on the new
    // one.
    if (sentOn !== connection) return;
    underWay -= 1;
    finish(piece, errors);
    pump();
  };

  const change = (topic: string, wanted: boolean) =>
    new Promise<void>((resolve, reject) => {
      const known = subscriptions.get(topic);
      const subscription: Subscription = known ?? { wanted, granted: false, waiting: new Set() };
      subscriptions.set(topic, subscription);
      subscription.wanted = wanted;
      subscription.waiting.add((error) => (error === null ? resolve() : reject(error)));
      changed.add(topic);
      pump();
    });

  return {
    add: (topic) => change(topic, true),
    async remove(topic) {
      const subscription = subscriptions.get(topic);
      if (subscription === undefined) return;
      if (client.connected) return await change(topic, false);
      subscriptions.delete(topic);
      complete(subscription, new Error('the broker is not there'));
    },
    restore: () =>
      new Promise((resolve, reject) => {
        connection += 1;
        underWay = 0;
        changed.clear();
        for (const [topic, subscription] of subscriptions) {
          subscription.granted = false;
          changed.add(topic);
        }
        finishRestore = (error) => {
          finishRestore = () => {};
          if (error === null) resolve();
          else reject(error);
        };
        pump();
      }),
  };
}

/** Returns, for each topic, the error with which the broker rejected it, or `null`. */
async function subscribe(
  client: SubscribingClient,
  topics: string[],
): Promise<readonly (Error | null)[]> {
  const grants = await client.subscribeAsync(topics, { qos: 0 }).then(
    (granted): number[] => granted.map(({ qos }) => qos),
    (error: unknown) => {
      // One rejected topic fails the whole call. The packet in the error shows which one it was.
      const answer = (error as { packet?: { granted?: readonly unknown[] } }).packet?.granted;
      if (answer === undefined) throw error;
      return answer.map(Number);
    },
  );
  return topics.map((_topic, at) =>
    (grants[at] ?? 128) < 128 ? null : new Error('the broker refused to subscribe'),
  );
}
