import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { afterEach, expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { silentLog } from '#test/support/app.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { takeMachineUse } from './machine-use.mqtt.ts';
import { addMachine } from './machines.service.ts';
import { findMachine, retireMachine } from './machines.store.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const accounts = { signInMachine: async () => 'any', redeemTicket: async () => null };
const begin = new Date('2026-01-05T03:00:00Z');
const after = (seconds: number) => new Date(begin.getTime() + seconds * 1000);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start() {
  const broker = await startTestBroker(accounts);
  const clock = { now: begin };
  const changed: number[] = [];
  const options = { db, now: () => clock.now, log: silentLog };
  const stop = await takeMachineUse(broker.broker.bus, {
    ...options,
    onChanged: (gymId) => changed.push(gymId),
  });
  stops.push(stop);
  const { machine } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, begin);
  const { id } = machine;
  const { client } = await connectMqtt(broker.url, { username: String(id), password: 'x' });
  const say = async (message: unknown) =>
    await client.publishAsync(machineTopic(id, 'use'), JSON.stringify(message), { qos: 1 });
  const use = async (inUse: boolean) => await say({ inUse, at: clock.now.toISOString() });
  const usedUntil = async () => (await findMachine(db, id))?.usedUntil;
  return { id, clock, changed, say, use, usedUntil, stop };
}

test('a machine counts as used for 150 seconds after each message, until it says the end', async () => {
  const { clock, changed, use, usedUntil } = await start();
  await use(true);
  await expect.poll(usedUntil).toEqual(after(150));
  clock.now = after(60);
  await use(true);
  await expect.poll(usedUntil).toEqual(after(210));
  await use(false);
  await expect.poll(usedUntil).toBeNull();
  expect(changed).toEqual([1, 1]);
});

test('a use that was not ended is a change again after its time', async () => {
  const { clock, changed, use, usedUntil } = await start();
  await use(true);
  await expect.poll(usedUntil).toEqual(after(150));
  clock.now = after(200);
  await use(true);
  await expect.poll(usedUntil).toEqual(after(350));
  clock.now = after(400);
  await use(false);
  await expect.poll(usedUntil).toBeNull();
  expect(changed).toEqual([1, 1]);
});

test('does not write each message of a machine that repeats itself too often', async () => {
  const { clock, changed, use, usedUntil, stop } = await start();
  await use(true);
  await expect.poll(usedUntil).toEqual(after(150));
  clock.now = after(20);
  await use(true);
  await use(true);
  await stop();
  expect(await usedUntil()).toEqual(after(150));
  expect(changed).toEqual([1]);
});

test('ignores what it cannot read, and fields of a newer machine', async () => {
  const { say, usedUntil } = await start();
  for (const wrong of [null, {}, { inUse: 'yes', at: begin.toISOString() }, { inUse: true }]) {
    await say(wrong);
  }
  await say({ inUse: true, at: begin.toISOString(), reps: 3 });
  await expect.poll(usedUntil).toEqual(after(150));
});

test('a retired machine is never used', async () => {
  const { id, changed, use, usedUntil, stop } = await start();
  await retireMachine(db, id, begin);
  await use(true);
  await stop();
  expect(await usedUntil()).toBeNull();
  expect(changed).toEqual([]);
});
