import { randomUUID } from 'node:crypto';
import type { NextMachines } from '@tanren/contract/menus/next-machines';
import { toGymDay, toGymInstant, weekday } from '@tanren/domain/gyms/gym-time';
import type { MenuItem } from '@tanren/domain/menus/menus';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doorEntries } from '#db/schema/booking.ts';
import {
  gymTypeHours,
  machineHolds,
  type MachineRow,
  machines,
  tanrenConnections,
} from '#db/schema/machines.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { addLink, storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const { db, call, clock, addMember } = await openWorld();
const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000);

const chest = 1;
const fly = 2;
const lats = 4;
const legs = 11;

let gymId = 100;
/** Adds a gym with one machine for each type. Returns the machine of a type. */
async function addFloor(workoutTypeIds: readonly number[]) {
  gymId += 1;
  const gym = await addGym(db, openDaily(0, 24), { id: gymId });
  const made: MachineRow[] = [];
  for (const workoutTypeId of workoutTypeIds) {
    made.push(await addMachine(db, { gymId: gym.id, workoutTypeId, online: true }));
  }
  return (workoutTypeId: number) => {
    const machine = made.find((one) => one.workoutTypeId === workoutTypeId);
    if (machine === undefined) throw new Error('no machine of the type');
    return machine;
  };
}

/** Adds a member who has entered the newest gym and is doing a menu. */
async function start(items: readonly MenuItem[], fixedOrder = false): Promise<string> {
  const sub = await addMember();
  const enteredAt = minutes(-5);
  const entry = { gymId, sub, entryUuid: randomUUID(), enteredAt, receivedAt: enteredAt };
  await db.insert(doorEntries).values(entry);
  const { id } = await storeMenu(db, sub, { items, fixedOrder });
  await call(sub, 'POST', '/my/training-session-run', { trainingSessionId: id });
  return sub;
}
const startTypes = async (...types: number[]) =>
  await start(types.map((workoutTypeId) => planItem({ workoutTypeId })));

const read = async (sub: string) =>
  (await call<NextMachines>(sub, 'GET', '/my/training-session-run/next-machines')).body;

/** Links a member who has begun some sets of a bout. */
async function occupy(machine: MachineRow, setCount: number, sub?: string) {
  const boutUuid = randomUUID();
  const linkedAt = minutes(-3);
  const bout = { setCount, boutUuid, lastActiveAt: clock.now };
  return await addLink(db, machine, { linkedAt, ...bout, ...(sub && { sub }) });
}

test('answers with nothing without a run, or when no gym is known', async () => {
  const sub = await addMember();
  const nothing = {
    at: clock.now.toISOString(),
    runId: null,
    order: [],
    reason: 'menu-order',
    waitsFor: null,
    minutes: 0,
    items: [],
    hold: null,
  };
  expect(await read(sub)).toEqual(nothing);
  const { id } = await storeMenu(db, sub);
  await call(sub, 'POST', '/my/training-session-run', { trainingSessionId: id });
  expect(await read(sub)).toEqual(nothing);
});

test('follows the menu while its machines are free', async () => {
  const of = await addFloor([chest, lats, legs]);
  const sub = await startTypes(chest, lats, legs);
  const { order, reason, waitsFor, items, minutes: whole } = await read(sub);
  expect({ order, reason, waitsFor }).toEqual({
    order: [0, 1, 2],
    reason: 'menu-order',
    waitsFor: null,
  });
  expect(whole).toBeGreaterThan(15);
  expect(items).toEqual(
    [chest, lats, legs].map((type, position) => ({
      position,
      state: 'free',
      machineId: of(type).id,
      freeInMinutes: 0,
      errorMinutes: 0,
      alternatives: [],
    })),
  );
});

test('goes elsewhere first while a machine is used, with its expected minutes, and names nobody', async () => {
  const of = await addFloor([legs, lats]);
  const { sub: other } = await occupy(of(legs), 1);
  const sub = await startTypes(legs, lats);
  const next = await read(sub);
  expect(next).toMatchObject({ order: [1, 0], reason: 'shorter-wait' });
  expect(next.items[0]).toMatchObject({ state: 'used', machineId: of(legs).id });
  const expected = next.items[0]?.freeInMinutes ?? 0;
  expect(next.waitsFor).toEqual({ position: 0, minutes: expected });
  expect(expected).toBeGreaterThan(2);
  expect(next.items[0]?.errorMinutes).toBeGreaterThan(0);
  expect(JSON.stringify(next)).not.toContain(other);
});

test('takes a free machine first that usually has a queue at this hour', async () => {
  await addFloor([lats, legs]);
  const sub = await startTypes(lats, legs);
  expect(await read(sub)).toMatchObject({ order: [0, 1] });
  const gymDay = toGymDay(clock.now);
  const hour = Math.floor((clock.now.getTime() - toGymInstant(gymDay, 0).getTime()) / 3_600_000);
  await db.insert(gymTypeHours).values({
    gymId,
    weekday: weekday(gymDay),
    workoutTypeId: legs,
    hour,
    computedOn: gymDay,
    days: 4,
    machines: 1,
    bouts: 30,
    boutSeconds: 9000,
    busySeconds: 9000,
    waitSeconds: 600,
    longWaitSeconds: 1200,
    waitSecondsWithMore: 60,
  });
  expect(await read(sub)).toMatchObject({ order: [1, 0] });
});

test('expects the minutes by the plan and the pace of the person at the machine', async () => {
  const of = await addFloor([legs, lats]);
  const wait = async (sets: number, begun: number, secondsPerSet: number | null) => {
    const person = await start([planItem({ workoutTypeId: legs, sets })]);
    if (secondsPerSet !== null) {
      const startedAt = minutes(-9999);
      const lifted = Array.from({ length: sets }, () => [400, 10] as const);
      const bout = { workoutTypeId: legs, startedAt, sets: lifted };
      const { id } = await storeWorkout(db, person, bout);
      const endedAt = new Date(startedAt.getTime() + sets * secondsPerSet * 1000);
      await db.update(workouts).set({ endedAt }).where(eq(workouts.id, id));
    }
    const { connectionId } = await occupy(of(legs), begun, person);
    const { items } = await read(await startTypes(legs));
    await db
      .update(tanrenConnections)
      .set({ endedAt: clock.now })
      .where(eq(tanrenConnections.id, connectionId));
    return items[0]?.freeInMinutes ?? 0;
  };
  expect(await wait(5, 1, null)).toBeGreaterThan(await wait(5, 3, null));
  expect(await wait(5, 2, 200)).toBeGreaterThan((await wait(5, 2, 60)) + 4);
  expect(await wait(3, 3, null)).toBe(1);
});

test('knows no minutes of a machine used without a link, held or unavailable', async () => {
  const of = await addFloor([chest, lats, legs, 9]);
  const set = async (type: number, changes: Partial<typeof machines.$inferInsert>) =>
    await db
      .update(machines)
      .set(changes)
      .where(eq(machines.id, of(type).id));
  await set(chest, { usedUntil: minutes(2) });
  await set(legs, { inspectionSince: minutes(-60) });
  await set(9, { online: false });
  await db.insert(machineHolds).values({
    machineId: of(lats).id,
    sub: randomUUID(),
    heldAt: clock.now,
    untilAt: minutes(1),
  });
  const { items } = await read(await startTypes(chest, lats, legs, 9, 16));
  expect(
    items.map(({ state, machineId, freeInMinutes, errorMinutes }) => [
      state,
      machineId,
      freeInMinutes,
      errorMinutes,
    ]),
  ).toEqual([
    ['used', of(chest).id, null, null],
    ['held', of(lats).id, null, null],
    ['unavailable', null, null, null],
    ['unavailable', null, null, null],
    ['unavailable', null, null, null],
  ]);
});

test("begins with the machine in use, then the member's hold", async () => {
  const of = await addFloor([chest, lats, legs]);
  const sub = await startTypes(chest, lats, legs);
  await occupy(of(lats), 2, sub);
  const { id: machineId } = of(legs);
  const untilAt = minutes(1);
  await db.insert(machineHolds).values({ machineId, sub, heldAt: clock.now, untilAt });
  const { order, items, hold } = await read(sub);
  expect(order).toEqual([1, 2, 0]);
  expect(items.map(({ state }) => state)).toEqual(['free', 'free', 'free']);
  expect(hold).toEqual({ machineId, until: untilAt.toISOString() });
});

test("keeps the trainer's order", async () => {
  const of = await addFloor([legs, lats]);
  await occupy(of(legs), 1);
  const sub = await start(
    [legs, lats].map((workoutTypeId) => planItem({ workoutTypeId })),
    true,
  );
  expect(await read(sub)).toMatchObject({
    order: [0, 1],
    reason: 'trainer-order',
    waitsFor: { position: 0 },
  });
});

test('offers free machines for the same muscles with the own next load', async () => {
  const of = await addFloor([chest, fly]);
  await occupy(of(chest), 1);
  const sub = await startTypes(chest);
  const alternative = { workoutTypeId: fly, machineId: of(fly).id };
  expect((await read(sub)).items[0]?.alternatives).toEqual([{ ...alternative, loadKg: null }]);
  await storeWorkout(db, sub, {
    workoutTypeId: fly,
    startedAt: minutes(-9999),
    sets: [[300, 10]],
  });
  expect((await read(sub)).items[0]?.alternatives).toEqual([{ ...alternative, loadKg: 30 }]);
  await occupy(of(fly), 1);
  expect((await read(sub)).items[0]?.alternatives).toEqual([]);
});

test('leaves out items that are done or skipped, and counts the sets of the stored bout once', async () => {
  const of = await addFloor([chest, lats]);
  const sub = await startTypes(chest, lats);
  const [run] = await db.select().from(trainingSessionRuns).where(eq(trainingSessionRuns.sub, sub));
  const sessionRunId = run?.id ?? 0;
  await storeWorkout(db, sub, {
    startedAt: clock.now,
    sessionRunId,
    sets: [
      [400, 10],
      [400, 10],
      [400, 10],
    ],
  });
  const { order, items } = await read(sub);
  expect([order, items.map(({ position }) => position)]).toEqual([[1], [1]]);
  expect(items[0]?.machineId).toBe(of(lats).id);
});
