import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { connect as dialTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import {
  allMachinesTopic,
  machineTopic,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { expect, onTestFinished, test } from 'vitest';
import { connectMqtt, startMosquitto } from '#test/support/broker.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { connectBus } from './connect.ts';
import { createMachineSecret } from './machine-secret.ts';

const machines = [12, 13, 14].map((id) => ({ id, ...createMachineSecret() }));
const [first, second, third] = machines as [Device, Device, Device];
type Device = (typeof machines)[number];
const lock = createMachineSecret();

const asMachine = ({ id, secret }: Device) => ({ username: String(id), password: secret });
const testFile = (name: string) =>
  fileURLToPath(new URL(`../../test/support/tls/${name}`, import.meta.url));

test('adds and retires machines and locks without a restart, and the others stay connected', async () => {
  const mosquitto = await startMosquitto([first, second]);
  const url = `mqtt://127.0.0.1:${mosquitto.machinePort}`;
  const account = new URL(mosquitto.url);
  const node = await connectMqtt(`mqtt://${account.host}`, {
    clientId: 'node',
    username: account.username,
    password: decodeURIComponent(account.password),
  });
  await node.subscribe('tanren/#');
  const [staying, retired] = [
    await connectMqtt(url, asMachine(first)),
    await connectMqtt(url, asMachine(second)),
  ];
  await expect(connectMqtt(url, asMachine(third))).rejects.toThrow('refused');

  const renewed = { ...third, ...createMachineSecret() };
  await mosquitto.reload({
    machines: [first, third],
    doors: [{ gymId: 3, secretHash: lock.secretHash }],
  });
  await retired.closed;
  await expect(connectMqtt(url, asMachine(second))).rejects.toThrow('refused');
  const added = await connectMqtt(url, asMachine(third));
  await added.client.publishAsync(machineTopic(third.id, 'status'), 'added', { qos: 1 });
  const door = await connectMqtt(url, { username: 'door-3', password: lock.secret });
  await door.client.publishAsync('tanren/gyms/3/door', 'came', { qos: 1 });
  await expect
    .poll(() => node.received)
    .toEqual([`${machineTopic(third.id, 'status')} added`, 'tanren/gyms/3/door came']);

  // A new secret ends the connection that used the old one.
  await mosquitto.reload({ machines: [first, renewed] });
  await Promise.all([added.closed, door.closed]);
  await connectMqtt(url, asMachine(renewed));
  await staying.client.publishAsync(machineTopic(first.id, 'status'), 'still here', { qos: 1 });
  await expect.poll(() => node.received.at(-1)).toContain('still here');
  expect([staying, node].map(({ client }) => client.connected)).toEqual([true, true]);
}, 30_000);

test('uses TLS only on both listeners with a certificate, and loads a renewed one', async () => {
  const folder = await makeScratchFolder();
  const tls = {
    certificate: path.join(folder, 'certificate.pem'),
    key: path.join(folder, 'key.pem'),
  };
  const install = async (prefix: string) => {
    await copyFile(testFile(`${prefix}certificate.pem`), tls.certificate);
    await copyFile(testFile(`${prefix}key.pem`), tls.key);
  };
  await install('');
  const place = { tls, nodesHost: '0.0.0.0' };
  const mosquitto = await startMosquitto([first], [], { place });
  const ca = await readFile(tls.certificate);
  const trusted = { ca, checkServerIdentity: () => undefined };
  const account = new URL(mosquitto.url);
  const node = await connectMqtt(`mqtts://${account.host}`, {
    ...trusted,
    clientId: 'node',
    username: account.username,
    password: decodeURIComponent(account.password),
  });
  await node.subscribe('tanren/#');
  const url = `mqtts://127.0.0.1:${mosquitto.machinePort}`;
  const machine = await connectMqtt(url, { ...trusted, ...asMachine(first) });
  await machine.client.publishAsync(machineTopic(first.id, 'status'), 'here', { qos: 1 });
  await expect.poll(() => node.received).toEqual([`${machineTopic(first.id, 'status')} here`]);
  await expect(connectMqtt(url, asMachine(first))).rejects.toThrow(/self-signed/);
  const plain = `mqtt://127.0.0.1:${mosquitto.machinePort}`;
  await expect(connectMqtt(plain, asMachine(first))).rejects.toThrow('refused');

  const readName = async () => {
    const options = { port: mosquitto.machinePort, host: '127.0.0.1', rejectUnauthorized: false };
    const socket = dialTls(options);
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  expect(await readName()).toBe('TANREN test only');
  await install('renewed-');
  await mosquitto.reload({});
  await expect.poll(readName).toBe('TANREN test only, renewed');
  expect(machine.client.connected).toBe(true);
}, 30_000);

/** Gives two brokers one address, like a load balancer that sends all clients to the same one. */
async function startBalancer() {
  const sockets = new Set<Socket>();
  let target = 0;
  const balancer = createServer((socket) => {
    const onward = dial(target, '127.0.0.1');
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    balancer.close();
  });
  const { port } = balancer.address() as AddressInfo;
  return {
    port,
    send(to: number) {
      target = to;
    },
  };
}

test('nodes and machines use the second of two brokers when the first is lost', async () => {
  const brokers = [await startMosquitto([first]), await startMosquitto([first])] as const;
  const [forNodes, forMachines] = [await startBalancer(), await startBalancer()];
  const sendTo = ({ url, machinePort }: (typeof brokers)[number]) => {
    forNodes.send(Number(new URL(url).port));
    forMachines.send(machinePort);
  };
  sendTo(brokers[0]);
  const url = new URL(brokers[0].url);
  url.port = String(forNodes.port);
  const nodes = [0, 1].map(() => connectBus({ url: url.href, onState: () => {} }));
  onTestFinished(async () => {
    await Promise.all(nodes.map((bus) => bus.close()));
  });
  const isThere = () => nodes.every((bus) => bus.isConnected());
  await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
  const taken: string[] = [];
  const heard: string[] = [];
  const page = memberLiveTopic('11111111-1111-4111-8111-111111111111');
  for (const bus of nodes) {
    await bus.subscribeShared(allMachinesTopic('workouts'), 1, ({ payload }) => {
      taken.push(payload.toString());
    });
    await bus.subscribe(page, ({ payload }) => void heard.push(payload.toString()));
  }
  const lift = async (text: string) => {
    const machine = await connectMqtt(`mqtt://127.0.0.1:${forMachines.port}`, asMachine(first));
    await machine.client.publishAsync(machineTopic(first.id, 'workouts'), text, { qos: 1 });
    return machine;
  };
  const before = await lift('before');
  await expect.poll(() => taken).toEqual(['before']);

  await brokers[0].kill();
  await before.closed;
  // A node that has not noticed the end yet still counts as connected.
  await expect.poll(() => nodes.some((bus) => bus.isConnected())).toBe(false);
  sendTo(brokers[1]);
  await expect.poll(isThere).toBe(true);
  await lift('after');
  await expect.poll(() => taken).toEqual(['before', 'after']);
  await nodes[0]?.publish(page, { n: 1 }, { qos: 1 });
  await expect.poll(() => heard).toEqual(['{"n":1}', '{"n":1}']);
}, 60_000);
