import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import { machineTopic, memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import { parseKeys } from '@tanren/user-pool/crypto/user-pool-keys';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import {
  findLiveSessions,
  insertSession,
  revokeSession,
} from '@tanren/user-pool/tokens/sessions.store';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#config/config.ts';
import { gyms } from '#db/schema/gyms.ts';
import { liveTickets } from '#db/schema/machines.ts';
import { openMessaging } from '#composition/messaging.ts';
import { listDoorAccounts, renewDoorAccount } from '#modules/booking/door/door-accounts.ts';
import { addMachine } from '#modules/machines/machines.service.ts';
import { findMachine, markOnline } from '#modules/machines/machines.store.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { toUsername } from '#mqtt/access-rules.ts';
import { hashTicket, storeLiveTicket } from '#modules/machines/live-tickets.service.ts';
import { connectMqtt, startMosquitto } from './support/broker.ts';
import { buildTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const now = () => new Date();

/** Starts one node: its messaging, and its web server with the gateway. */
async function startNode(
  settings: Partial<Config> = {},
  signIns: Partial<Parameters<typeof openMessaging>[0]> = {},
) {
  const config = { ...readConfig({}), host: '127.0.0.1', port: 0, mqttPort: 0, ...settings };
  const messaging = await openMessaging({ config, db, now, findLiveSignIns: null, ...signIns });
  onTestFinished(() => messaging.close());
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const log: BrokerLog = { info: write, warn: write, error: write };
  const description = await messaging.open(log);
  const { bus, acceptMember } = messaging;
  const app = await buildTestApp({ config, db, bus, acceptMember });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = app.addresses()[0]?.port;
  return { app, bus, lines, messaging, description, liveUrl: `ws://127.0.0.1:${port}/mqtt` };
}

async function issueTicket(sub: string, lifeMs = 60_000, originJti: string | null = null) {
  const password = randomBytes(32).toString('base64url');
  const ticket = { username: `member:${sub}`, password };
  const expiresAt = new Date(Date.now() + lifeMs);
  const ticketHash = hashTicket(ticket);
  await db.insert(liveTickets).values({ ticketHash, sub, originJti, expiresAt });
  return ticket;
}

test('a live page ends with its sign-in, and a ticket of an ended sign-in opens nothing', async () => {
  const keys = await parseKeys(testKeys);
  const account = { email: `${randomUUID()}@tanren.example`, password: 'mainichi10kai' };
  const sub = await createConfirmedUser(db, { keys, poolId: 'local_Tanren', now }, account);
  const signIn = async () => {
    const originJti = randomUUID();
    await insertSession(
      db,
      { sub, credentialVersion: 1 },
      {
        originJti,
        parentJti: null,
        clientId: 'tanren-web',
        userAgent: '',
        tokenHash: randomBytes(32),
        now: now(),
        authenticatedAt: now(),
        expiresAt: new Date(Date.now() + 60_000),
      },
    );
    return originJti;
  };
  const { liveUrl } = await startNode(
    {},
    { findLiveSignIns: (signIns) => findLiveSessions(db, signIns, now()), recheckMs: 20 },
  );
  const [here, there] = [await signIn(), await signIn()];
  const [ended, other] = [
    await connectMqtt(liveUrl, await issueTicket(sub, 60_000, here)),
    await connectMqtt(liveUrl, await issueTicket(sub, 60_000, there)),
  ];
  await revokeSession(db, here, now());
  await ended.closed;
  expect(other.client.connected).toBe(true);
  await expect(connectMqtt(liveUrl, await issueTicket(sub, 60_000, here))).rejects.toThrow(
    'refused',
  );
  // Deleting an account deletes this row.
  await db.delete(userPoolUsers).where(eq(userPoolUsers.sub, sub));
  await other.closed;
});

test('embedded broker: connects machines by TCP and members by WebSocket, and none is online at the start', async () => {
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, now());
  await markOnline(db, machine.id, now(), { firmware: '1.0', session: null });
  const { app, bus, description, liveUrl, lines } = await startNode();
  expect((await findMachine(db, machine.id))?.online).toBe(false);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  const port = /port (\d+)$/.exec(description)?.[1];
  const credentials = { username: String(machine.id), password: secret };
  const client = await connectMqtt(`mqtt://127.0.0.1:${port}`, credentials);
  const received: string[] = [];
  await bus.subscribeShared('tanren/machines/+/live', 0, ({ topic }) => void received.push(topic));
  await client.client.publishAsync(machineTopic(machine.id, 'live'), '{}');
  await expect.poll(() => received).toEqual([machineTopic(machine.id, 'live')]);

  const sub = randomUUID();
  const member = await connectMqtt(liveUrl, await issueTicket(sub));
  await member.subscribe(memberLiveTopic(sub));
  await bus.publish(memberLiveTopic(sub), { n: 1 }, { qos: 0 });
  await expect.poll(() => member.received).toEqual([`${memberLiveTopic(sub)} {"n":1}`]);

  // The connection breaks without a disconnect message and without a last will.
  await markOnline(db, machine.id, now(), { firmware: '1.0', session: null });
  client.client.stream.destroy();
  await expect.poll(async () => (await findMachine(db, machine.id))?.online).toBe(false);
  expect(lines.join('\n')).not.toContain(secret);
});

test('configured broker: a member on one node receives what another node publishes', async () => {
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, now());
  const { id, secretHash } = machine;
  const mosquitto = await startMosquitto([{ id, secretHash }]);
  const [first, second] = [
    await startNode({ mqttUrl: mosquitto.url }),
    await startNode({ mqttUrl: mosquitto.url }),
  ];
  for (const { bus } of [first, second]) await expect.poll(() => bus.isConnected()).toBe(true);
  await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, {
    username: String(id),
    password: secret,
  });
  const [alice, bob] = [randomUUID(), randomUUID()];
  const pages = await Promise.all(
    [alice, alice, bob].map(async (sub) => {
      const page = await connectMqtt(second.liveUrl, await issueTicket(sub));
      expect(await page.subscribe(memberLiveTopic(sub))).toEqual([1]);
      return page;
    }),
  );
  await first.bus.publish(memberLiveTopic(alice), { n: 1 }, { qos: 0 });
  const expected = [
    [`${memberLiveTopic(alice)} {"n":1}`],
    [`${memberLiveTopic(alice)} {"n":1}`],
    [],
  ];
  await expect.poll(() => pages.map(({ received }) => received)).toEqual(expected);

  // One of two pages is closed. The other continues, also after the node has noticed.
  pages[0]?.client.end(true);
  await pages[0]?.closed;
  for (let n = 2; n <= 11; n += 1) {
    await first.bus.publish(memberLiveTopic(alice), { n }, { qos: 0 });
    await sleep(50);
  }
  await expect.poll(() => pages[1]?.received.length).toBe(11);
  expect(pages[2]?.received).toEqual([]);
});

test('configured broker: a board on one node receives a change on another, and locks are separate', async () => {
  const secret = await renewDoorAccount(db, 1, now());
  const doors = await listDoorAccounts(db);
  const mosquitto = await startMosquitto([], doors);
  const [first, second] = [
    await startNode({ mqttUrl: mosquitto.url }),
    await startNode({ mqttUrl: mosquitto.url }),
  ];
  for (const { bus } of [first, second]) await expect.poll(() => bus.isConnected()).toBe(true);
  const sub = randomUUID();
  const open = async (gymId: number) => {
    const username = toUsername({ kind: 'board', gymId, sub });
    const ticket = await storeLiveTicket(db, { username, sub, originJti: undefined }, now());
    const { password } = ticket;
    const page = await connectMqtt(second.liveUrl, { username, password });
    expect(await page.subscribe(gymTopic(gymId, 'board'))).toEqual([1]);
    return page;
  };
  const [mine, other] = [await open(1), await open(2)];
  expect(await mine.subscribe(gymTopic(2, 'board'), memberLiveTopic(sub))).toEqual([128, 128]);
  await first.bus.publish(gymTopic(1, 'board'), { type: 'changed' }, { qos: 0 });
  await expect.poll(() => mine.received).toEqual(['tanren/gyms/1/board {"type":"changed"}']);
  expect(other.received).toEqual([]);
  const lockAccount = { username: 'door-1', password: secret };
  await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, lockAccount);
  await expect(connectMqtt(second.liveUrl, lockAccount)).rejects.toThrow('refused');
});

test('configured broker: reports a lost broker and asks members to retry, and the node stays ready', async () => {
  const mosquitto = await startMosquitto([]);
  const { app, liveUrl, lines, bus } = await startNode({ mqttUrl: mosquitto.url });
  const readBroker = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    expect(statusCode).toBe(200);
    return (JSON.parse(body) as { parts: { broker: unknown } }).parts.broker;
  };
  await expect.poll(readBroker).toEqual({ ok: true });
  const sub = randomUUID();
  const page = await connectMqtt(liveUrl, await issueTicket(sub));
  await page.subscribe(memberLiveTopic(sub));
  await mosquitto.kill();
  await expect.poll(readBroker).toEqual({ ok: false, reason: 'unreachable' });
  await expect(connectMqtt(liveUrl, await issueTicket(randomUUID()))).rejects.toThrow(
    /unavailable/i,
  );
  await mosquitto.start();
  await expect.poll(readBroker, { timeout: 10_000 }).toEqual({ ok: true });
  // The page that stayed open receives messages again.
  await bus.publish(memberLiveTopic(sub), { n: 1 }, { qos: 0 });
  await expect.poll(() => page.received).toEqual([`${memberLiveTopic(sub)} {"n":1}`]);
  expect(lines.filter((line) => line.includes('lost the MQTT broker'))).toHaveLength(1);
  expect(lines.join('\n')).not.toContain('password');
}, 30_000);
