import { randomUUID } from 'node:crypto';
import type { GymFloor, StaffFloor } from '@tanren/contract/machines/gym-floor';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { floorCells, gymFloors, machines } from '#db/schema/machines.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

/** Noon at the gym. */
const now = new Date('2026-04-01T03:00:00Z');
const { db, call } = await openWorld(now);
const staff = `${randomUUID()}/staff`;
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

async function addFloor(
  machineCount: number,
  hours: Parameters<typeof addGym>[1] = openDaily(6, 26),
) {
  const gym = await addGym(db, hours);
  const ids: number[] = [];
  for (let index = 0; index < machineCount; index += 1) {
    const workoutTypeId = index + 1;
    ids.push((await addMachine(db, { gymId: gym.id, workoutTypeId, online: true })).id);
  }
  return { gymId: gym.id, ids };
}

const readFloor = async (gymId: number) =>
  await call<GymFloor>(randomUUID(), 'GET', `/gyms/${gymId}/floor`);
const readPlan = async (gymId: number) =>
  (await call<StaffFloor>(staff, 'GET', `/staff/gyms/${gymId}/floor`)).body;
const savePlan = async (gymId: number, body: object) =>
  await call<StaffFloor>(staff, 'PUT', `/staff/gyms/${gymId}/floor`, body);
const at = (machineId: number, column: number, row: number) => ({ machineId, column, row });
const cells = ({ machines: shown }: GymFloor | StaffFloor) =>
  shown.map(({ machineId, column, row }) => [machineId, column, row]);
const latestEntry = async () =>
  (await db.select().from(staffAuditLog).orderBy(desc(staffAuditLog.id)).limit(1))[0];

test('shows machines in rows by number until staff have planned the floor', async () => {
  const { gymId, ids } = await addFloor(7);
  const [first = 0] = ids;
  const { body } = await readFloor(gymId);
  expect(body).toMatchObject({ at: now.toISOString(), open: true, columns: 4, rows: 2 });
  expect(cells(body)).toEqual(
    ids.map((id, index) => [id, (index % 4) + 1, Math.floor(index / 4) + 1]),
  );
  expect(await readPlan(gymId)).toMatchObject({
    version: 0,
    machines: [at(first, 1, 1), {}, {}, {}, {}, {}, {}],
  });
});

test('shows machines as free, used, offline or under inspection, and never the member', async () => {
  const { gymId, ids } = await addFloor(6);
  const [free = 0, used = 0, idle = 0, offline = 0, interrupted = 0, inspected = 0] = ids;
  const link = async (id: number, lastActiveAt: Date) => {
    const [machine] = await db.select().from(machines).where(eq(machines.id, id));
    if (machine === undefined) throw new Error('no machine');
    return await addLink(db, machine, { linkedAt: minutes(-60), lastActiveAt });
  };
  const subs = [
    (await link(used, minutes(-9))).sub,
    (await link(idle, minutes(-10))).sub,
    (await link(interrupted, minutes(-1))).sub,
  ];
  for (const id of [offline, interrupted]) {
    await db.update(machines).set({ online: false }).where(eq(machines.id, id));
  }
  for (const id of [used, inspected]) {
    await db
      .update(machines)
      .set({ inspectionSince: minutes(-5) })
      .where(eq(machines.id, id));
  }
  const { body } = await readFloor(gymId);
  expect(body.machines.map(({ machineId, state }) => [machineId, state])).toEqual([
    [free, 'free'],
    [used, 'used'],
    [idle, 'free'],
    [offline, 'offline'],
    [interrupted, 'used'],
    [inspected, 'inspection'],
  ]);
  expect(Object.keys(body.machines[0] ?? {}).toSorted()).toEqual([
    'column',
    'machineId',
    'row',
    'state',
    'workoutTypeId',
  ]);
  for (const sub of subs) expect(JSON.stringify(body)).not.toContain(sub);
});

test('tells whether the gym is open, also past midnight', async () => {
  const open = async (hours: Parameters<typeof addGym>[1]) =>
    (await readFloor((await addFloor(0, hours)).gymId)).body;
  expect(await open(openDaily(6, 12))).toMatchObject({ open: false, columns: 0, machines: [] });
  expect(await open(openDaily(12, 13))).toMatchObject({ open: true });
  expect(await open(openDaily(13, 37))).toMatchObject({ open: true });
});

test('saves the places, crops the floor for members and logs the moved machines', async () => {
  const { gymId, ids } = await addFloor(3);
  const [a = 0, b = 0, c = 0] = ids;
  const saved = await savePlan(gymId, {
    version: 0,
    machines: [at(a, 1, 1), at(b, 4, 3), at(c, 2, 3)],
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ version: 1 });
  expect(cells(saved.body)).toEqual([
    [a, 1, 1],
    [b, 4, 3],
    [c, 2, 3],
  ]);
  const { body } = await readFloor(gymId);
  expect(body).toMatchObject({ columns: 4, rows: 3 });
  expect(body.machines.map(({ machineId }) => machineId)).toEqual([a, c, b]);
  expect(await latestEntry()).toMatchObject({
    action: 'machine.floor',
    staffSub: staff.split('/')[0],
    memberSub: null,
    changes: [
      { field: `machine${b}`, before: '左から2・上から1', after: '左から4・上から3' },
      { field: `machine${c}`, before: '左から3・上から1', after: '左から2・上から3' },
    ],
  });
});

test('of two staff at once one saves and the other is told, and a repeated save is not logged', async () => {
  const { gymId, ids } = await addFloor(2);
  const [a = 0, b = 0] = ids;
  const plans = [1, 2, 3, 4].map((row) => ({
    version: 0,
    machines: [at(a, 1, row), at(b, 2, row)],
  }));
  const answers = await Promise.all(plans.map((plan) => savePlan(gymId, plan)));
  expect(answers.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual([
    '200 null',
    ...Array<string>(3).fill('409 stale_version'),
  ]);
  const winner = plans[answers.findIndex(({ status }) => status === 200)];
  const entries = await db.$count(staffAuditLog);
  const again = await savePlan(gymId, winner ?? {});
  expect(again).toMatchObject({ status: 200, body: { version: 1 } });
  expect(await db.$count(staffAuditLog)).toBe(entries);
});

test('machines may change places', async () => {
  const { gymId, ids } = await addFloor(2);
  const [a = 0, b = 0] = ids;
  await savePlan(gymId, { version: 0, machines: [at(a, 1, 1), at(b, 2, 1)] });
  const { status, body } = await savePlan(gymId, {
    version: 1,
    machines: [at(a, 2, 1), at(b, 1, 1)],
  });
  expect([status, cells(body)]).toEqual([
    200,
    [
      [a, 2, 1],
      [b, 1, 1],
    ],
  ]);
});

test('the database allows one machine in a cell', async () => {
  const { gymId, ids } = await addFloor(2);
  const [a = 0, b = 0] = ids;
  const shared = await savePlan(gymId, { version: 0, machines: [at(a, 1, 1), at(b, 1, 1)] });
  expect([shared.status, shared.code]).toEqual([400, 'invalid_request']);
  await db.insert(gymFloors).values({ gymId });
  const place = async (machineId: number, column: number) =>
    await db.insert(floorCells).values({ gymId, machineId, column, row: 1 });
  await place(a, 1);
  await expect(place(b, 1)).rejects.toThrow('insert into');
  await expect(place(a, 2)).rejects.toThrow('insert into');
  await expect(place(b, 7)).rejects.toThrow('insert into');
});

test('answers 404 for a gym that does not exist', async () => {
  expect((await readFloor(999_999)).status).toBe(404);
  expect((await call(staff, 'GET', '/staff/gyms/999999/floor')).status).toBe(404);
  expect((await savePlan(999_999, { version: 0, machines: [] })).status).toBe(404);
});

test('leaves out machines of other gyms and retired ones, and places new ones by itself', async () => {
  const { gymId, ids } = await addFloor(2);
  const other = await addFloor(1);
  const [a = 0, b = 0] = ids;
  const [foreign = 0] = other.ids;
  const all = [at(a, 1, 1), at(b, 6, 2), at(foreign, 3, 1)];
  expect(cells((await savePlan(gymId, { version: 0, machines: all })).body)).toEqual([
    [a, 1, 1],
    [b, 6, 2],
  ]);
  expect(cells(await readPlan(other.gymId))).toEqual([[foreign, 1, 1]]);
  await db.update(machines).set({ retiredAt: now }).where(eq(machines.id, b));
  const added = await addMachine(db, { gymId });
  expect(cells(await readPlan(gymId))).toEqual([
    [a, 1, 1],
    [added.id, 1, 2],
  ]);
  // The cell of the retired machine is free.
  const moved = await savePlan(gymId, { version: 1, machines: [at(a, 1, 1), at(added.id, 6, 2)] });
  expect(moved).toMatchObject({ status: 200, body: { version: 2 } });
});
