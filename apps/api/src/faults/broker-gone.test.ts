import { expect, test } from 'vitest';
import { connectBus } from '#mqtt/connect.ts';
import { startMosquitto } from '#test/support/broker.ts';

test('live messages that were on their way to a broker that died hold nobody up', async () => {
  const mosquitto = await startMosquitto([]);
  const bus = connectBus({ url: mosquitto.url, onState: () => undefined });
  await expect.poll(() => bus.isConnected()).toBe(true);
  // More than the sockets take at once: the rest waits for room that never comes.
  const large = { text: 'x'.repeat(200_000) };
  const sent = Array.from({ length: 200 }, () =>
    bus.publish('tanren/members/nobody/live', large, { qos: 0 }),
  );
  await mosquitto.kill();
  expect(await Promise.all(sent)).toHaveLength(200);
  await bus.close();
});
