import type { MqttClient } from 'mqtt';
import { withinAnswerTime } from './reconnecting-client.ts';

/*
 * Brokers bound what they read in one packet (Mosquitto as we export it 512 KiB, AWS IoT Core
 * 128 KiB), and end the connection of whoever sends more: for a node with thousands of live pages
 * all its topics in one SUBSCRIBE were a cliff. Several packets under way keep a distant broker
 * busy, and no more than a few pile up in front of it.
 */
const topicsPerPacket = 100;
const bytesPerPacket = 8 * 1024;
const packetsAtOnce = 4;

interface Subscription {
  wanted: boolean;
  /** What the broker has; undefined while a packet about it is under way. */
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
  /** Settles when the broker sends no more, or is gone. */
  remove(topic: string): Promise<void>;
  /** After each connect, when the broker knows nothing: subscribes to everything that is wanted. */
  restore(): Promise<void>;
}

type SubscribingClient = Pick<MqttClient, 'connected' | 'subscribeAsync' | 'unsubscribeAsync'>;

/** Brings what the broker has in line with what is wanted, in packets of bounded size. */
export function createTopicSubscriptions(client: SubscribingClient): TopicSubscriptions {
  const subscriptions = new Map<string, Subscription>();
  /** Topics that may need a packet; each is looked at again when it is taken. */
  const changed = new Set<string>();
  let underWay = 0;
  let connection = 0;
  let finishRestore = (_error: Error | null): void => {};

  const settle = (subscription: Subscription, error: Error | null) => {
    const waiting = [...subscription.waiting];
    subscription.waiting.clear();
    for (const tell of waiting) tell(error);
  };

  /** The next topics of one kind that fit into a packet; null: nothing is left to do. */
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
        if (granted === wanted && subscription !== undefined) settle(subscription, null);
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
      // Whoever waits for it decides; what nobody gives up is asked for again on the next connect.
      settle(subscription, error);
      if (!subscription.wanted) subscriptions.delete(topic);
      finishRestore(error);
    }
  };

  const pump = () => {
    while (client.connected && underWay < packetsAtOnce) {
      const piece = takePiece();
      if (piece === null) break;
      underWay += 1;
      void follow(piece, connection);
    }
    if (underWay === 0 && changed.size === 0) finishRestore(null);
  };

  const follow = async (piece: Piece, sentOn: number) => {
    const errors = await withinAnswerTime(send(piece)).catch((error: unknown) =>
      piece.topics.map(() => (error instanceof Error ? error : new Error(String(error)))),
    );
    // Of a connection that has ended: what is wanted was asked for anew.
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
      settle(subscription, new Error('the broker is not there'));
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

/** For each topic why the broker refused it, or null. */
async function subscribe(
  client: SubscribingClient,
  topics: string[],
): Promise<readonly (Error | null)[]> {
  const grants = await client.subscribeAsync(topics, { qos: 0 }).then(
    (granted): number[] => granted.map(({ qos }) => qos),
    (error: unknown) => {
      // One refused topic fails the whole call; its packet tells which.
      const answer = (error as { packet?: { granted?: readonly unknown[] } }).packet?.granted;
      if (answer === undefined) throw error;
      return answer.map(Number);
    },
  );
  return topics.map((_topic, at) =>
    (grants[at] ?? 128) < 128 ? null : new Error('the broker refused to subscribe'),
  );
}
