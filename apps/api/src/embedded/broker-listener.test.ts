import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '#startup-error.ts';
import { listenForMachines } from './broker-listener.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const nobody = { accept: () => {} };

test('a port in use is a reason not to start, in words for the operator', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const listening = listenForMachines(nobody, { mqttHost: '127.0.0.1', mqttPort: port }, silent);
  await expect(listening).rejects.toThrow(StartupError);
  await expect(listening).rejects.toThrow(
    `port ${port} on 127.0.0.1, for machines, is in use: stop the other program, set MQTT_PORT, or set MQTT_URL to use that broker`,
  );
});

test('an address of another machine is one, too', async () => {
  const listening = listenForMachines(nobody, { mqttHost: '192.0.2.1', mqttPort: 0 }, silent);
  await expect(listening).rejects.toThrow(
    '192.0.2.1 is not an address of this machine: set MQTT_HOST',
  );
});

test('localhost is reached, and only until it is closed', async () => {
  const doors: unknown[] = [];
  const broker = {
    accept: (stream: { destroy: () => unknown }, peer: { door: string; address: string }) => {
      doors.push(peer.door, peer.address);
      stream.destroy();
    },
  };
  const listener = await listenForMachines(broker, { mqttHost: 'localhost', mqttPort: 0 }, silent);
  const socket = connect(listener.port, 'localhost');
  await once(socket.resume(), 'close');
  expect(doors).toEqual(['machine', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]);
  await listener.close();
  const [error] = (await once(connect(listener.port, '127.0.0.1'), 'error')) as [Error];
  expect(error.message).toContain('ECONNREFUSED');
});

test('a machine that is in does not keep the program from ending', async () => {
  const streams: { destroy: () => unknown }[] = [];
  const broker = { accept: (stream: { destroy: () => unknown }) => void streams.push(stream) };
  const listener = await listenForMachines(broker, { mqttHost: '127.0.0.1', mqttPort: 0 }, silent);
  const machine = connect(listener.port, '127.0.0.1');
  onTestFinished(() => {
    machine.destroy();
    for (const stream of streams) stream.destroy();
  });
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(1);
  await listener.close();
  expect(machine.readyState).toBe('open');
  const [error] = (await once(connect(listener.port, '127.0.0.1'), 'error')) as [Error];
  expect(error.message).toContain('ECONNREFUSED');
});
