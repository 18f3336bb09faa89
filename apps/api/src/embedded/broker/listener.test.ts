import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { connect as nodeTlsConnect } from 'node:tls';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { projectRoot } from '#config/paths.ts';
import { StartupError } from '#config/startup-error.ts';
import { silentLog } from '#test/support/app.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { listenForMachines } from './listener.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const nobody = { accept: () => {} };

test('explains to the operator that the port is in use', async () => {
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

test('explains that the address belongs to another machine', async () => {
  const listening = listenForMachines(nobody, { mqttHost: '192.0.2.1', mqttPort: 0 }, silent);
  await expect(listening).rejects.toThrow(
    '192.0.2.1 is not an address of this machine: set MQTT_HOST',
  );
});

test('listens on localhost until it is closed', async () => {
  const doors: unknown[] = [];
  const broker = {
    accept: (stream: { destroy: () => unknown }, peer: { expects: string; address: string }) => {
      doors.push(peer.expects, peer.address);
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

test('ends the program although a machine is connected', async () => {
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

/** This key is published with the code and must be used in tests only. */
const folder = path.join(projectRoot, 'apps/api/test/support/tls');
const files = {
  certificate: path.join(folder, 'certificate.pem'),
  key: path.join(folder, 'key.pem'),
};
const renewed = {
  certificate: path.join(folder, 'renewed-certificate.pem'),
  key: path.join(folder, 'renewed-key.pem'),
};
const ca = await readFile(files.certificate);
const accounts = {
  signInMachine: async (_id: number, password: Buffer) =>
    password.toString() === 'secret' ? 'granted' : null,
  redeemTicket: async () => null,
};
const asMachine = { username: '12', password: 'secret' };

test('accepts machines only with TLS and a known certificate', async () => {
  const { broker, url, port } = await startTestBroker(accounts, {}, files);
  const machine = await connectMqtt(url, { ...asMachine, ca });
  expect(await machine.subscribe('tanren/machines/12/acks')).toEqual([1]);
  await expect(connectMqtt(url, { ...asMachine, password: 'wrong', ca })).rejects.toThrow(
    'refused',
  );
  await expect(connectMqtt(url, asMachine)).rejects.toThrow(/self-signed certificate/);
  await expect(connectMqtt(`mqtt://127.0.0.1:${port}`, asMachine)).rejects.toThrow('refused');
  expect(broker.listSessions()).toHaveLength(1);
});

test('accepts the simulator by mqtts', async () => {
  const { broker, port } = await startTestBroker(accounts, {}, files);
  const args = ['--machine', '12', '--secret', 'secret', '--json', '--ca', files.certificate];
  const place = ['--url', `mqtts://127.0.0.1:${port}`, '--journal', await makeScratchFolder()];
  const simulator = spawn(process.execPath, [inject('programs').machine.main, ...args, ...place]);
  onTestFinished(() => void simulator.kill('SIGKILL'));
  await expect.poll(() => broker.listSessions().length).toBe(1);
});

test('reports an unusable certificate in one line before it listens', async () => {
  const listen = async (mqttTls: typeof files) =>
    await listenForMachines(
      { accept: () => {} },
      { mqttHost: '127.0.0.1', mqttPort: 0, mqttTls },
      silentLog,
    );
  for (const pair of [
    { ...files, certificate: '/nowhere/certificate.pem' },
    { ...files, key: renewed.key },
    { ...files, key: files.certificate },
  ]) {
    const rejected = listen(pair);
    await expect(rejected).rejects.toThrow(StartupError);
    await expect(rejected).rejects.toThrow(
      /^MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: [^\n]+$/,
    );
  }
});

test('loads a renewed certificate without a restart, and ignores a broken one', async () => {
  const scratch = await makeScratchFolder();
  const own = {
    certificate: path.join(scratch, 'certificate.pem'),
    key: path.join(scratch, 'key.pem'),
  };
  const install = async (pair: typeof files) => {
    await copyFile(pair.certificate, own.certificate);
    await copyFile(pair.key, own.key);
  };
  await install(files);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port, lines } = await startTestBroker(accounts, {}, own);
  const readName = async () => {
    const socket = nodeTlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  expect(await readName()).toBe('TANREN test only');
  await install({ ...files, key: renewed.key });
  vi.advanceTimersByTime(60 * 60 * 1000);
  await expect.poll(() => lines.join('\n')).toContain('could not be read again');
  expect(await readName()).toBe('TANREN test only');
  await install(renewed);
  vi.advanceTimersByTime(60 * 60 * 1000);
  await expect.poll(readName).toBe('TANREN test only, renewed');
});
