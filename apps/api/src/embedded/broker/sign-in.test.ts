import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import {
  addMachine,
  renewSecret,
  retireMachine,
  signInMachine,
} from '#modules/machines/machines.service.ts';
import {
  findValidDoorSecrets,
  renewDoorAccount,
  signInDoor,
} from '#modules/booking/door/door-accounts.ts';
import { findValidSecrets, markOffline } from '#modules/machines/machines.store.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { watchMachines } from './session-checks.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });

let lookUps = 0;
const accounts = {
  signInDoor: async (gymId: number, password: Buffer) => await signInDoor(db, gymId, password),
  signInMachine: async (id: number, password: Buffer) => {
    lookUps += 1;
    return await signInMachine(db, id, password);
  },
  redeemTicket: async () => null,
};

async function makeMachine() {
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, new Date());
  return { id: machine.id, username: String(machine.id), password: secret };
}

test('accepts a machine with its secret', async () => {
  const { url, broker } = await startTestBroker(accounts);
  const { username, password } = await makeMachine();
  const machine = await connectMqtt(url, { username, password });
  expect(await machine.subscribe(`tanren/machines/${username}/acks`)).toEqual([1]);
  expect(broker.listSessions()).toHaveLength(1);
});

test('rejects every other secret, and logs the attempt', async () => {
  const { url, lines } = await startTestBroker(accounts);
  const first = await makeMachine();
  const second = await makeMachine();
  const secrets = [second.password, '', `${first.password}x`, first.password.slice(1)];
  for (const password of secrets) {
    await expect(connectMqtt(url, { username: first.username, password })).rejects.toThrow(
      /Bad username/,
    );
  }
  for (const username of ['999999', 'server', '', `member:${'1'.repeat(8)}`, '#']) {
    await expect(
      connectMqtt(url, { username, password: first.password, clientId: 'x' }),
    ).rejects.toThrow('refused');
  }
  expect(lines.join('\n')).toContain(`"username":"${first.username}"`);
  for (const secret of [first.password, second.password]) {
    expect(lines.join('\n')).not.toContain(secret);
  }
});

test('rejects the client id of another machine', async () => {
  const { url, broker } = await startTestBroker(accounts);
  const [victim, rogue] = [await makeMachine(), await makeMachine()];
  await connectMqtt(url, victim);
  await expect(connectMqtt(url, { ...rogue, clientId: victim.username })).rejects.toThrow(
    'refused',
  );
  await expect(connectMqtt(url, { ...rogue, clientId: 'x'.repeat(65) })).rejects.toThrow('refused');
  expect(broker.listSessions().map(({ identity }) => identity)).toEqual([
    { kind: 'machine', machineId: victim.id },
  ]);
});

test('replaces the older connection when a machine signs in again', async () => {
  const { url, broker } = await startTestBroker(accounts);
  const credentials = await makeMachine();
  const older = await connectMqtt(url, credentials);
  const newer = await connectMqtt(url, credentials);
  await older.closed;
  expect(newer.client.connected).toBe(true);
  expect(broker.listSessions()).toHaveLength(1);
});

test('disconnects and rejects a retired or renewed machine', async () => {
  const { url, broker, log } = await startTestBroker(accounts);
  const gone: number[] = [];
  const stop = watchMachines(broker, {
    log,
    recheckMs: 20,
    markOffline: async (id) => {
      gone.push(id);
      await markOffline(db, id, new Date());
    },
    findValidSecrets: (ids) => findValidSecrets(db, ids),
    findValidDoorSecrets: (ids) => findValidDoorSecrets(db, ids),
  });
  const [retired, renewed, unchanged] = [
    await makeMachine(),
    await makeMachine(),
    await makeMachine(),
  ];
  const [first, second, third] = await Promise.all(
    [retired, renewed, unchanged].map((credentials) => connectMqtt(url, credentials)),
  );
  await retireMachine(db, retired.id, new Date());
  const { secret } = await renewSecret(db, renewed.id);
  await Promise.all([first?.closed, second?.closed]);
  await expect.poll(() => gone.toSorted((a, b) => a - b)).toEqual([retired.id, renewed.id]);
  await stop();
  await expect(connectMqtt(url, retired)).rejects.toThrow('refused');
  await expect(connectMqtt(url, renewed)).rejects.toThrow('refused');
  await connectMqtt(url, { ...renewed, password: secret });
  expect(third?.client.connected).toBe(true);
});

test('accepts a lock with its own secret and name until the secret is renewed', async () => {
  const { url, broker, log, lines } = await startTestBroker(accounts);
  const stop = watchMachines(broker, {
    log,
    recheckMs: 20,
    markOffline: async () => {},
    findValidSecrets: (ids) => findValidSecrets(db, ids),
    findValidDoorSecrets: (ids) => findValidDoorSecrets(db, ids),
  });
  const secret = await renewDoorAccount(db, 1, new Date());
  const lock = { username: 'door-1', password: secret };
  const machine = await makeMachine();
  const rejected: Parameters<typeof connectMqtt>[1][] = [
    { ...lock, clientId: 'door-2' },
    { ...lock, username: 'door-2' },
    { ...lock, password: machine.password },
    { ...lock, username: '1' },
    { ...machine, username: 'door-1' },
  ];
  for (const credentials of rejected) {
    await expect(connectMqtt(url, credentials)).rejects.toThrow('refused');
  }
  const [door, other] = [await connectMqtt(url, lock), await connectMqtt(url, machine)];
  expect(broker.listSessions().map(({ identity }) => identity)).toContainEqual({
    kind: 'door',
    gymId: 1,
  });
  const renewed = await renewDoorAccount(db, 1, new Date());
  await door.closed;
  await stop();
  await expect(connectMqtt(url, lock)).rejects.toThrow('refused');
  await connectMqtt(url, { ...lock, password: renewed });
  expect(other.client.connected).toBe(true);
  expect(lines.join('\n')).not.toContain(secret);
});

test('stops reading the registry after 20 wrong secrets within a minute', async () => {
  const { url } = await startTestBroker(accounts);
  const { username, password } = await makeMachine();
  lookUps = 0;
  for (let i = 0; i < 25; i += 1) {
    await expect(connectMqtt(url, { username, password: 'x' })).rejects.toThrow('refused');
  }
  expect(lookUps).toBe(20);
  await expect(connectMqtt(url, { username, password })).rejects.toThrow('refused');
  // Other machines at the same address can still sign in.
  await connectMqtt(url, await makeMachine());
});

test('does not count a registry without an answer as a wrong secret', async () => {
  const failing = { ...accounts, signInMachine: () => Promise.reject(new Error('away')) };
  const { url } = await startTestBroker(failing);
  const { username, password } = await makeMachine();
  for (let i = 0; i < 25; i += 1) {
    await expect(connectMqtt(url, { username, password })).rejects.toThrow(/unavailable/i);
  }
});

test('rejects protocol features that the embedded broker does not support', async () => {
  const { url } = await startTestBroker(accounts);
  const credentials = await makeMachine();
  await expect(connectMqtt(url, { ...credentials, protocolVersion: 5 })).rejects.toThrow('refused');
  await expect(connectMqtt(url, { ...credentials, keepalive: 0 })).rejects.toThrow('refused');
  await expect(connectMqtt(url, { ...credentials, keepalive: 301 })).rejects.toThrow('refused');
  await connectMqtt(url, { ...credentials, keepalive: 300 });
});

test('stores no broker sessions: a client that asks for one starts without it', async () => {
  const { url, broker } = await startTestBroker(accounts);
  const credentials = { ...(await makeMachine()), clean: false };
  const topic = `tanren/machines/${credentials.username}/acks`;
  const first = await connectMqtt(url, credentials);
  await first.subscribe(topic);
  first.client.stream.destroy();
  await expect.poll(() => broker.listSessions()).toEqual([]);
  for (let i = 0; i < 50; i += 1) await broker.bus.publish(topic, { i }, { qos: 1 });
  const second = await connectMqtt(url, credentials);
  await second.subscribe(topic);
  await broker.bus.publish(topic, { last: true }, { qos: 1 });
  await expect.poll(() => second.received).toEqual([`${topic} {"last":true}`]);
});
