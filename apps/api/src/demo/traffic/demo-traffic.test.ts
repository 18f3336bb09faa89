import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { machineTopic } from '@tanren/contract/machines/machine-messages';
import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { takeProductMessages } from '#product/product-messages.ts';
import { gymWeeklyHours } from '#db/schema/gyms.ts';
import { tanrenConnections } from '#db/schema/machines.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import { workouts } from '#db/schema/workouts.ts';
import { createRandom } from '@tanren/demo/random';
import { findArrival } from '@tanren/demo/booking/arrivals';
import { watchMachines } from '#embedded/broker/session-checks.ts';
import { signInMachine } from '#modules/machines/machines.service.ts';
import { linkMachine } from '#modules/machines/tanren-connection.service.ts';
import { findMachine, findValidSecrets, markOffline } from '#modules/machines/machines.store.ts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';
import { silentLog, silentPush, testTrainerCodeKey } from '#test/support/app.ts';
import { connectMqtt, startTestBroker } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine, describeCredentials, showLinkCode } from '#test/support/machines/machines.ts';
import { createJoin } from '#test/support/memberships/memberships.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { createDemoTraffic } from './demo-traffic.ts';

const sub = '7a0e0002-0000-4000-8000-000000000001';
/** A Wednesday, 19:00 at the gym. */
const evening = Date.parse('2026-11-18T10:00:00Z');

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/**
 * Starts a gym with one machine on the real broker, one regular, and a clock that waiting advances.
 */
async function startGym({ hold = false } = {}) {
  const { db } = await createTestDatabase();
  let clock = evening;
  const now = () => new Date(clock);
  const { secret, secretHash, linkKey } = createMachineSecret();
  const machine = await addMachine(db, { secretHash, linkKey });
  const open = { opensMinute: 360, closesMinute: 1560 };
  await db.insert(gymWeeklyHours).values({ gymId: 1, weekday: 3, ...open });
  const joined = new Date('2026-01-01T00:00:00Z');
  await db
    .insert(userInfos)
    .values({ sub, nickname: 'たくや', createdAt: joined, updatedAt: joined });
  await createJoin(db)(sub, 1);
  await storeWorkout(db, sub, { startedAt: '2026-11-14T10:00:00Z', sets: [[400, 10]] });

  const gate = await startTestBroker({
    signInMachine: (id, password) => signInMachine(db, id, password),
    redeemTicket: async () => null,
  });
  stops.push(
    watchMachines(gate.broker, {
      log: gate.log,
      markOffline: (id) => markOffline(db, id, now()),
      findValidSecrets: (ids) => findValidSecrets(db, ids),
      findValidDoorSecrets: async () => new Map(),
    }),
  );
  const config = { publicUrl: new URL('http://localhost') };
  const mailer = { send: async () => {} };
  const lines = { mailer, push: silentPush };
  const parts = { db, now, config, ...lines, trainerCodeKey: testTrainerCodeKey, userPool: null };
  stops.push(...(await takeProductMessages(gate.broker.bus, parts, silentLog)));

  const dataDir = await makeScratchFolder();
  const credentials = describeCredentials([{ id: machine.id, secret, workoutTypeId: 1 }]);
  await writeFile(path.join(dataDir, 'machines.json'), credentials);
  const held = new AbortController();
  let isHeld = false;
  const traffic = createDemoTraffic({
    db,
    now,
    bus: gate.broker.bus,
    log: silentLog,
    dataDir,
    brokerUrl: gate.url,
    random: createRandom(1),
    regulars: [
      {
        sub,
        gymId: 1,
        workoutTypeIds: [1],
        typesPerVisit: { min: 1, max: 1 },
        startMinute: 19 * 60,
        everyDays: 2,
      },
    ],
    async wait(ms) {
      if (hold && ms > 1000) {
        isHeld = true;
        await new Promise((_resolve, reject) => {
          held.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        });
      }
      clock += ms;
      // The message must arrive before the next rep.
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  onTestFinished(async () => {
    held.abort();
    await traffic.close();
  });
  await traffic.open();
  const isOnline = async () => (await findMachine(db, machine.id))?.online;
  const countLinks = async () =>
    (
      await db
        .select()
        .from(tanrenConnections)
        .where(and(eq(tanrenConnections.sub, sub), isNull(tanrenConnections.endedAt)))
    ).length;
  const takeOver = async () => {
    const own = await connectMqtt(gate.url, { username: String(machine.id), password: secret });
    // The clock stands still, so an offline mark that is stored later would win.
    await expect.poll(isOnline).toBe(false);
    const status = { state: 'online', firmware: 'own', session: clock + 1 };
    await own.client.publishAsync(machineTopic(machine.id, 'status'), JSON.stringify(status));
    return own;
  };
  const pass = (ms: number) => {
    clock += ms;
  };
  const findVisit = async () => {
    const [visit] = await db
      .select()
      .from(trainingReservations)
      .where(eq(trainingReservations.sub, sub));
    return visit;
  };
  /** Lets a member whose visit is due reserve the next slot, arrive, and go to the machines. */
  const letIn = async () => {
    await traffic.tick();
    const booked = await findVisit();
    const arrival = booked && findArrival(booked);
    if (arrival === undefined || arrival === null) throw new Error('nobody comes');
    expect(booked?.enteredAt).toBeNull();
    clock = arrival.getTime();
    await traffic.tick();
    await expect.poll(async () => (await findVisit())?.enteredAt).toEqual(arrival);
    await traffic.tick();
  };
  return {
    db,
    now,
    machine,
    traffic,
    letIn,
    findVisit,
    isOnline,
    countLinks,
    takeOver,
    pass,
    isHeld: () => isHeld,
  };
}

test('a member who is due reserves, enters by the door, lifts and leaves the machine free', async () => {
  const { db, machine, traffic, letIn, findVisit, isOnline, countLinks } = await startGym();
  await expect.poll(isOnline).toBe(true);
  await letIn();
  expect(await findVisit()).toMatchObject({
    startsAt: new Date(evening + 3_600_000),
    enteredBy: 'door',
  });
  await traffic.visitsDone();
  const stored = await db.select().from(workouts).where(eq(workouts.machineId, machine.id));
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({ sub, gymId: 1, workoutTypeId: 1 });
  expect(stored[0]?.setCount).toBeGreaterThanOrEqual(3);
  expect(await countLinks()).toBe(0);
  // A member trains once a visit, and the next visit is due in days.
  await traffic.tick();
  await traffic.visitsDone();
  expect(await db.select().from(workouts).where(eq(workouts.machineId, machine.id))).toHaveLength(
    1,
  );
});

test("lets a developer's own simulator take over the machine, and gets it back afterwards", async () => {
  const gym = await startGym({ hold: true });
  const { db, now, machine, traffic, letIn, isOnline, countLinks, takeOver, pass } = gym;
  await letIn();
  // The demo member is about to lift.
  await expect.poll(gym.isHeld).toBe(true);
  expect(await countLinks()).toBe(1);
  const own = await takeOver();
  await expect.poll(countLinks).toBe(0);
  await expect.poll(isOnline).toBe(true);
  // The code on the screen still works, although a demo member linked within this minute.
  const code = showLinkCode(machine, now());
  const member = { sub: '7a0e0002-0000-4000-8000-000000000002', code, address: '127.0.0.1' };
  const made = await linkMachine(db, async () => {}, member, now());
  expect(made.current.machine.id).toBe(machine.id);

  // The machine stays with the visitor's simulator, however often the traffic checks.
  pass(60 * 60_000);
  await traffic.tick();
  expect(own.client.connected).toBe(true);

  await own.client.endAsync();
  await expect.poll(isOnline).toBe(false);
  await traffic.tick();
  await expect.poll(isOnline).toBe(true);
});

test('frees machines at the start that a killed program left linked', async () => {
  const { db, machine, traffic, countLinks } = await startGym();
  const at = new Date(evening);
  await db.insert(tanrenConnections).values({
    id: '7a0e0003-0000-4000-8000-000000000001',
    machineId: machine.id,
    sub,
    codeStep: 0,
    linkedAt: at,
    lastActiveAt: at,
  });
  await traffic.close();
  await traffic.open();
  expect(await countLinks()).toBe(0);
});
