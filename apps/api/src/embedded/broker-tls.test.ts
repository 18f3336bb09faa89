import { spawn } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { projectRoot } from '#paths.ts';
import { StartupError } from '#startup-error.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { makeScratchFolder } from '#test/support/scratch-folder.ts';
import { silentLog } from '#test/support/app.ts';
import { listenForMachines } from './broker-listener.ts';

/** Published with this code: good for tests and nothing else. */
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

test('machines come encrypted, and whoever speaks plainly or knows not the certificate does not', async () => {
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

test('the simulator comes by mqtts', async () => {
  const { broker, port } = await startTestBroker(accounts, {}, files);
  const args = ['--machine', '12', '--secret', 'secret', '--json', '--ca', files.certificate];
  const place = ['--url', `mqtts://127.0.0.1:${port}`, '--journal', await makeScratchFolder()];
  const simulator = spawn(process.execPath, [inject('programs').machine.main, ...args, ...place]);
  onTestFinished(() => void simulator.kill('SIGKILL'));
  await expect.poll(() => broker.listSessions().length).toBe(1);
});

test('a certificate that cannot be used is one line, before anything listens', async () => {
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
    const refused = listen(pair);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(
      /^MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used: [^\n]+$/,
    );
  }
});

test('a renewed certificate is taken without a restart, a broken one is not', async () => {
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
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
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
