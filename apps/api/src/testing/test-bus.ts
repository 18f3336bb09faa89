import { Aedes } from 'aedes';
import { afterAll } from 'vitest';
import { createBrokerBus } from '#embedded/broker-bus.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

export interface TestBus {
  readonly bus: MessageBus;
  /** As a machine would send it, whatever the bytes; answers when every subscriber is done. */
  readonly send: (topic: string, payload: Buffer | string) => Promise<void>;
  /** Everything published at a topic from now on, as it arrives. */
  readonly listen: <T>(topic: string) => Promise<T[]>;
}

/** A real broker within the process, without doors: no one signs in, nothing is refused. */
export async function openTestBus(): Promise<TestBus> {
  const aedes = await Aedes.createBroker({ concurrency: 0 });
  const bus = createBrokerBus(aedes);
  afterAll(() => bus.close());
  return {
    bus,
    send: (topic, payload) =>
      new Promise((resolve, reject) => {
        aedes.publish(
          { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false },
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    async listen<T>(topic: string) {
      const heard: T[] = [];
      await bus.subscribe(topic, ({ payload }) => {
        heard.push(JSON.parse(payload.toString()) as T);
      });
      return heard;
    },
  };
}
