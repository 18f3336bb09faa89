import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { RecordedMessage } from '@tanren/contract/machines/wire-recording';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import type { TlsFiles } from '#config/config.ts';
import { gyms } from '#db/schema/gyms.ts';
import { redeemLiveTicket } from '#modules/machines/live-tickets.service.ts';
import { addMachine, signInMachine } from '#modules/machines/machines.service.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { openRecorderAccount, recordMachine } from './record.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const now = () => new Date();

async function openWorld(mqttTls: TlsFiles | null = null) {
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, now());
  const accounts: Parameters<typeof startTestBroker>[0] = {
    signInMachine: (id, password) => signInMachine(db, id, password),
    redeemTicket: (ticket) => redeemLiveTicket(db, ticket, now()),
  };
  const opened = await startTestBroker(accounts, {}, mqttTls);
  const config = { mqttUrl: null, mqttHost: '127.0.0.1', mqttPort: opened.port, mqttTls };
  const out = path.join(await makeScratchFolder(), 'machine.jsonl');
  return { ...opened, id: machine.id, secret, config, out };
}

test('records both directions, without claim tokens and names', async () => {
  const { broker, url, id, secret, config, out } = await openWorld();
  const machine = await connectMqtt(url, { username: String(id), password: secret });
  const account = await openRecorderAccount(db, config, id, now());
  const ending = new AbortController();
  const counted = recordMachine({ broker: account, machineId: id, out, signal: ending.signal });
  await expect.poll(() => existsSync(out)).toBe(true);

  const claimToken = 'ABCDEFGHJKLM';
  const bout = JSON.stringify({ claimToken, sets: [] });
  await machine.client.publishAsync(machineTopic(id, 'live'), 'not JSON', { qos: 0 });
  for (const payload of [bout, bout, '{"claimToken": "ABCDEFGHJKLM", and no more']) {
    await machine.client.publishAsync(machineTopic(id, 'unlinked-workouts'), payload, { qos: 1 });
  }
  const command = { type: 'linked', nickname: '鉄 "太郎"', items: [] };
  await broker.bus.publish(machineTopic(id, 'commands'), command, { qos: 1 });
  await broker.bus.publish(machineTopic(id + 1, 'commands'), command, { qos: 1 });
  const held = { type: 'held', initial: '鉄', until: '2026-04-01T03:02:00.000Z' };
  await broker.bus.publish(machineTopic(id, 'commands'), held, { qos: 1 });
  const read = async () => (await readFile(out, 'utf8')).split('\n').slice(0, -1);
  await expect.poll(async () => (await read()).length).toBe(6);
  ending.abort();
  expect(await counted).toBe(6);

  const text = await readFile(out, 'utf8');
  for (const secretText of [claimToken, '太郎', '鉄', secret])
    expect(text).not.toContain(secretText);
  const lines = (await read()).map((line): unknown => JSON.parse(line));
  expect(lines.every((line) => Value.Check(RecordedMessage, line))).toBe(true);
  const messages = lines as RecordedMessage[];
  expect(messages.map(({ from, topic, qos }) => [from, topic.replace(/.*\//, ''), qos])).toEqual([
    ['machine', 'live', 0],
    ['machine', 'unlinked-workouts', 1],
    ['machine', 'unlinked-workouts', 1],
    ['machine', 'unlinked-workouts', 1],
    ['server', 'commands', 1],
    ['server', 'commands', 1],
  ]);
  expect(messages[2]?.payload).toBe(messages[1]?.payload);
  expect(messages[1]?.payload).toMatch(/^\{"claimToken":"[2-9A-Z]{12}","sets":\[\]\}$/);
  expect(JSON.parse(messages[4]?.payload ?? '')).toEqual({ ...command, nickname: '会員' });
  expect(JSON.parse(messages[5]?.payload ?? '')).toEqual({ ...held, initial: '会員' });
  expect((await stat(out)).mode & 0o777).toBe(0o600);
});

test('records at an embedded broker whose certificate no authority has signed', async () => {
  const folder = path.join(import.meta.dirname, '../../test/support/tls');
  const { broker, id, config, out } = await openWorld({
    certificate: path.join(folder, 'certificate.pem'),
    key: path.join(folder, 'key.pem'),
  });
  const account = await openRecorderAccount(db, config, id, now());
  const ending = new AbortController();
  const counted = recordMachine({ broker: account, machineId: id, out, signal: ending.signal });
  await expect.poll(() => existsSync(out)).toBe(true);
  await broker.bus.publish(machineTopic(id, 'acks'), { result: 'stored' }, { qos: 1 });
  await expect.poll(() => readFile(out, 'utf8')).toContain('stored');
  ending.abort();
  expect(await counted).toBe(1);
});

test('a recorder may not publish, and its ticket works once and for its machine only', async () => {
  const { url, id, config } = await openWorld();
  const { account } = await openRecorderAccount(db, config, id, now());
  const { username, password } = account ?? { username: '', password: '' };
  const others = { username: `recorder-${id + 1}`, password };
  await expect(connectMqtt(url, others)).rejects.toThrow('refused');
  const recorder = await connectMqtt(url, { username, password });
  expect(await recorder.subscribe('#', machineTopic(id + 1, 'live'))).toEqual([128, 128]);
  recorder.client.publish(machineTopic(id, 'commands'), '{}');
  await recorder.closed;
  await expect(connectMqtt(url, { username, password })).rejects.toThrow('refused');
});

test('explains an unknown machine and a broker that is away', async () => {
  const { broker, id, config, out } = await openWorld();
  await expect(openRecorderAccount(db, config, 999_999, now())).rejects.toThrow(
    'there is no machine 999999',
  );
  await broker.close();
  const { signal } = new AbortController();
  const nowhere = { url: 'mqtt://127.0.0.1:1', account: null };
  await expect(recordMachine({ broker: nowhere, machineId: id, out, signal })).rejects.toThrow(
    /the broker at 127.0.0.1:1: .*ECONNREFUSED/,
  );
});
