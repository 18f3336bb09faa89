import { setImmediate as nextTurn } from 'node:timers/promises';
import { memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import { expect, onTestFinished, test } from 'vitest';
import { startMosquitto } from '#test/support/broker.ts';
import { connectBus } from './connect.ts';
import { createTopicSubscriptions } from './topic-subscriptions.ts';

const nameTopics = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    memberLiveTopic(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}`),
  );

test('a node with many live pages resubscribes in small packets', async () => {
  const mosquitto = await startMosquitto([], [], {
    change: (settings) => settings.replace(/max_packet_size \d+/, 'max_packet_size 16384'),
  });
  const bus = connectBus({ url: mosquitto.url, onState: () => {} });
  onTestFinished(() => bus.close());
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  const topics = nameTopics(1000);
  const heard = new Set<string>();
  const ends = await Promise.all(
    topics.map((each) => bus.subscribe(each, ({ topic }) => void heard.add(topic))),
  );
  await mosquitto.kill();
  await expect.poll(() => bus.isConnected()).toBe(false);
  await mosquitto.start();
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  await Promise.all(topics.map((topic) => bus.publish(topic, {}, { qos: 1 })));
  await expect.poll(() => heard.size).toBe(1000);

  heard.clear();
  await Promise.all(ends.slice(1).map((end) => end()));
  await Promise.all(topics.map((topic) => bus.publish(topic, {}, { qos: 1 })));
  await expect.poll(() => heard.size).toBe(1);
  expect(bus.isConnected()).toBe(true);
}, 30_000);

/** Creates a broker that answers on command and rejects the given topics. */
function createSlowBroker(rejected: readonly string[] = []) {
  const present = new Set<string>();
  const packets: { readonly kind: 'subscribe' | 'unsubscribe'; readonly topics: string[] }[] = [];
  const answers: (() => void)[] = [];
  const answer = async <T>(kind: 'subscribe' | 'unsubscribe', topics: string[], make: () => T) => {
    packets.push({ kind, topics });
    await new Promise<void>((resolve) => answers.push(resolve));
    return make();
  };
  const client = {
    connected: true,
    subscribeAsync: async (topics: string[]) =>
      await answer('subscribe', topics, () => {
        for (const topic of topics) if (!rejected.includes(topic)) present.add(topic);
        const granted = topics.map((topic) => (rejected.includes(topic) ? 128 : 0));
        if (granted.includes(128))
          throw Object.assign(new Error('refused'), { packet: { granted } });
        return topics.map((topic, at) => ({ topic, qos: granted[at] }));
      }),
    unsubscribeAsync: async (topics: string[]) =>
      await answer('unsubscribe', topics, () => {
        for (const topic of topics) present.delete(topic);
      }),
  };
  const answerAll = async () => {
    while (answers.length > 0) {
      for (const each of answers.splice(0)) each();
      await nextTurn();
    }
  };
  const subscriptions = createTopicSubscriptions(
    client as unknown as Parameters<typeof createTopicSubscriptions>[0],
  );
  return { subscriptions, present, packets, waiting: () => answers.length, answerAll };
}

test('sends few and small packets at once, also when pages leave', async () => {
  const broker = createSlowBroker();
  const topics = nameTopics(1500);
  const added = topics.map((topic) => broker.subscriptions.add(topic));
  expect(broker.waiting()).toBe(4);
  await broker.answerAll();
  await Promise.all(added);
  expect(broker.present.size).toBe(1500);

  const restored = broker.subscriptions.restore();
  expect(broker.waiting()).toBe(4);
  await broker.answerAll();
  await restored;
  const removed = topics.map((topic) => broker.subscriptions.remove(topic));
  expect(broker.waiting()).toBe(4);
  await broker.answerAll();
  await Promise.all(removed);
  expect(broker.present.size).toBe(0);
  expect(Math.max(...broker.packets.map(({ topics: piece }) => piece.length))).toBe(100);
  expect(broker.packets.length).toBeLessThan(70);
});

test('a page that leaves and returns while a packet is sent is subscribed in the end', async () => {
  const { subscriptions, present, answerAll } = createSlowBroker();
  const [topic = '', other = ''] = nameTopics(2);
  const steps = [
    subscriptions.add(topic),
    subscriptions.remove(topic),
    subscriptions.add(topic),
    subscriptions.add(other),
    subscriptions.remove(other),
  ];
  await answerAll();
  await Promise.all(steps);
  expect([...present]).toEqual([topic]);
});

test('a rejected topic fails alone', async () => {
  const [mine = '', his = '', other = ''] = nameTopics(3);
  const { subscriptions, present, answerAll } = createSlowBroker([his]);
  const wanted = [...nameTopics(10).slice(3), mine, his, other];
  const steps = Promise.allSettled(wanted.map((topic) => subscriptions.add(topic)));
  await answerAll();
  const settled = await steps;
  expect(wanted.filter((_topic, at) => settled[at]?.status === 'rejected')).toEqual([his]);
  expect([mine, his, other].map((topic) => present.has(topic))).toEqual([true, false, true]);
});
