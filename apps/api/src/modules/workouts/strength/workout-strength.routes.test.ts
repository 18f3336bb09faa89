import { randomUUID } from 'node:crypto';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type {
  StrengthCalibration,
  WorkoutStrength,
} from '@tanren/contract/workouts/workout-strength';
import { eq, inArray, ne, sql, sum } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  machineOffsetDays,
  machineOffsets,
  machines,
  tanrenConnections,
} from '#db/schema/machines.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { strengthStates, workouts } from '#db/schema/workouts.ts';
import { updateMachineOffsets } from '#modules/machines/machine-offsets.service.ts';
import { findMachineLoads } from '#modules/workouts/workout-loads.service.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { planItem } from '#test/support/menus/menus.ts';
import { storeTrainerLink } from '#test/support/trainers/trainers.ts';
import { findWrongOffsetDays } from '#test/support/workouts/derived-numbers.ts';
import { addLink, storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';
import { rebuildAllStrengths } from './rebuild-all-strengths.ts';

const now = new Date('2026-04-01T03:00:00Z');
const { db, call } = await openWorld(now);
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const read = async (sub: string, query = '', type: number | string = 1) =>
  await call<WorkoutStrength>(sub, 'GET', `/workout-strength/${type}${query}`);

/** Stores workouts to the limit, four days apart: fewer reps in the second set show it. */
async function train(sub: string, loadsHg: readonly number[], lastDaysAgo = 1) {
  for (const [at, loadHg] of loadsHg.entries()) {
    const startedAt = daysAgo(lastDaysAgo + (loadsHg.length - 1 - at) * 4);
    const sets = [
      [loadHg, 10],
      [loadHg, 8],
    ] as const;
    await storeWorkout(db, sub, { startedAt, sets });
  }
  await rebuildAllStrengths(db);
}

test('shows nothing before the first workout and while too little is known', async () => {
  const sub = randomUUID();
  const nothing = { days: [], change: null, changeSince: null };
  expect((await read(sub)).body).toEqual(nothing);
  await storeWorkout(db, sub, { startedAt: daysAgo(1), sets: [[500, 10]] });
  await rebuildAllStrengths(db);
  expect((await read(sub)).body).toEqual(nothing);
  const [load] = (await call<WorkoutLoad[]>(sub, 'GET', '/workout-loads')).body;
  expect(load).not.toHaveProperty('strength');
  expect(load).not.toHaveProperty('nextLoadChance');
});

test('shows the band of each day, and a change that is larger than the noise', async () => {
  const [grown, same, other] = [randomUUID(), randomUUID(), randomUUID()];
  await train(grown, [400, 400, 400, 450, 475, 500, 525, 550, 575, 600]);
  await train(
    same,
    Array.from({ length: 10 }, () => 500),
  );
  const { body } = await read(grown);
  expect(body.days.length).toBeGreaterThan(5);
  for (const { low, middle, high } of body.days) {
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
  }
  expect(body.change).toBeGreaterThan(10);
  expect(body.changeSince).toBe(body.days[0]?.day);
  expect((await read(same)).body).toMatchObject({ change: null });
  expect((await read(other)).body.days).toEqual([]);
  expect((await read(grown, '?period=1m')).body.days.length).toBeLessThan(body.days.length);
  const statuses = [(await read(grown, '?period=2m')).status, (await read(grown, '', 17)).status];
  expect(statuses).toEqual([400, 404]);
});

test('shows today’s band with the loads, and the chance of the next load', async () => {
  const sub = randomUUID();
  await train(
    sub,
    Array.from({ length: 8 }, () => 500),
  );
  const [load] = (await call<WorkoutLoad[]>(sub, 'GET', '/workout-loads')).body;
  expect(load?.strength?.low).toBeGreaterThan(50);
  expect(load?.strength?.high).toBeGreaterThan(load?.strength?.low ?? 0);
  expect(load?.nextLoadChance).toMatchObject({ reps: 10 });
  expect(load?.nextLoadChance?.chance).toBeGreaterThan(0);
  expect(load?.nextLoadChance?.chance).toBeLessThanOrEqual(1);
});

test('the next load follows the linked machine, and nothing but this machine', async () => {
  const { id, trainerSub, memberSub: sub } = await storeTrainerLink(db);
  await train(
    sub,
    Array.from({ length: 10 }, () => 500),
  );
  const add = async () => await addMachine(db, { loadStepHg: 10 });
  const [usual, heavy, otherType] = [await add(), await add(), await addMachine(db)];
  await db.update(machines).set({ workoutTypeId: 2 }).where(eq(machines.id, otherType.id));
  for (const machineId of [heavy.id, otherType.id]) {
    await db.insert(machineOffsets).values({ machineId, mean: 0.08, sd: 0.01 });
  }
  const loadOn = async (machine: typeof usual) =>
    ((await findMachineLoads(db, sub, 1, machine, now))?.nextLoadHg ?? 0) / 10;
  expect(await loadOn(heavy)).toBeLessThan(await loadOn(usual));
  const readAs = async (as: string, path: string) =>
    (await call<WorkoutLoad[]>(as, 'GET', path)).body[0];
  const readOwn = async () => await readAs(sub, '/workout-loads');
  const without = await readOwn();
  const readLinked = async (machine: typeof usual, times = {}) => {
    const link = await addLink(db, machine, { sub, linkedAt: daysAgo(0), ...times });
    const load = await readOwn();
    const shared = await readAs(`${trainerSub}/trainer`, `/trainer/members/${id}/workout-loads`);
    expect(shared).toEqual(without);
    const pair = eq(tanrenConnections.id, link.connectionId);
    await db.update(tanrenConnections).set({ endedAt: now, endReason: 'member' }).where(pair);
    return load;
  };
  expect(await readLinked(heavy)).toMatchObject({ nextLoad: await loadOn(heavy) });
  expect(await readLinked(usual)).toMatchObject({ nextLoad: await loadOn(usual) });
  expect(await readLinked(otherType)).toEqual(without);
  // A link that has ended, an idle one and one of another member change nothing.
  expect(await readOwn()).toEqual(without);
  expect(await readLinked(heavy, { lastActiveAt: daysAgo(1) })).toEqual(without);
  await addLink(db, heavy, { sub: randomUUID(), linkedAt: daysAgo(0) });
  expect(await readOwn()).toEqual(without);
});

test('the offsets of machines follow the sums of their days, relative to their gym', async () => {
  const [light, heavy] = [
    await addMachine(db, { workoutTypeId: 5 }),
    await addMachine(db, { workoutTypeId: 5 }),
  ];
  const [gymDay, precision] = ['2026-03-20', 200_000];
  for (const [machineId, offset] of [
    [light.id, -0.03],
    [heavy.id, 0.03],
  ] as const) {
    const half = { machineId, gymDay, workouts: 50, precision: precision / 2 };
    const weighted = (precision / 2) * offset * 10_000;
    await db.insert(machineOffsetDays).values([
      { ...half, weighted },
      { ...half, weighted },
    ]);
  }
  await updateMachineOffsets(db, now);
  const findMean = async (id: number) =>
    (await db.select().from(machineOffsets).where(eq(machineOffsets.machineId, id)))[0]?.mean ?? 0;
  expect(await findMean(heavy.id)).toBeCloseTo(0.03, 2);
  expect(await findMean(light.id)).toBeCloseTo(-0.03, 2);
  const days = await db
    .select()
    .from(machineOffsetDays)
    .where(eq(machineOffsetDays.machineId, heavy.id));
  expect(days).toMatchObject([{ workouts: 100, precision }]);
});

test('machines of a type without evidence have no offset, and evidence that is gone leaves none', async () => {
  const add = async () => (await addMachine(db, { workoutTypeId: 6 })).id;
  const [heavy, unused] = [await add(), await add()];
  const evidence = { machineId: heavy, gymDay: '2026-03-20', workouts: 50, precision: 100_000 };
  await db.insert(machineOffsetDays).values({ ...evidence, weighted: 40_000_000 });
  const list = async () =>
    await db
      .select({ id: machineOffsets.machineId, mean: machineOffsets.mean })
      .from(machineOffsets)
      .where(inArray(machineOffsets.machineId, [heavy, unused]))
      .orderBy(machineOffsets.machineId);
  await updateMachineOffsets(db, now);
  const [measured, other] = await list();
  // Both are relative to their mean, which the machine with little evidence hardly moves.
  expect(measured?.mean).toBeGreaterThan(0);
  expect(other?.mean).toBeLessThan(-0.035);
  await db.delete(machineOffsetDays).where(eq(machineOffsetDays.machineId, heavy));
  await updateMachineOffsets(db, now);
  expect(await list()).toEqual([]);
});

test('a workout on another machine is evidence for both machines, which goes away with it', async () => {
  const sub = randomUUID();
  const [first, second] = [
    await addMachine(db, { workoutTypeId: 7 }),
    await addMachine(db, { workoutTypeId: 7 }),
  ];
  for (const [days, machineId] of [
    [9, first.id],
    [5, first.id],
    [1, second.id],
  ] as const) {
    const done = { machineId, startedAt: daysAgo(days), sets: [[400, 10]] as const };
    await storeWorkout(db, sub, { ...done, workoutTypeId: 7 });
  }
  await rebuildAllStrengths(db);
  const { machineId, gymDay, workouts: count, precision, weighted } = machineOffsetDays;
  const list = async () =>
    await db
      .select({ machineId, count: sum(count), precision: sum(precision), weighted: sum(weighted) })
      .from(machineOffsetDays)
      .where(inArray(machineId, [first.id, second.id]))
      .groupBy(machineId, gymDay)
      .having(ne(sum(count), sql`0`))
      .orderBy(machineId);
  const [left, entered] = await list();
  expect(left).toMatchObject({ machineId: first.id, count: '1' });
  expect(entered).toMatchObject({ machineId: second.id, precision: left?.precision });
  expect(Number(entered?.weighted)).toBe(-Number(left?.weighted));
  expect(Number(entered?.weighted)).not.toBe(0);
  await db.delete(workouts).where(eq(workouts.machineId, second.id));
  expect(await list()).toEqual([]);
  expect(await findWrongOffsetDays(db)).toEqual([]);
});

test('shows a trainer how many predictions came true, by chance and by type', async () => {
  const { id, trainerSub, memberSub: sub } = await storeTrainerLink(db);
  const items = [planItem({ workoutTypeId: 1, reps: 10, loadHg: null })];
  const startedAt = daysAgo(40);
  const run = { sub, title: '予定', items, startedAt, endsBy: startedAt, endedAt: startedAt };
  const [stored] = await db.insert(trainingSessionRuns).values(run).returning();
  for (const [at, reps] of [10, 10, 10, 4].entries()) {
    const done = { startedAt: daysAgo(30 - at * 4), sets: [[400, reps]] as const };
    await storeWorkout(db, sub, { ...done, sessionRunId: stored?.id ?? null });
  }
  await rebuildAllStrengths(db);
  const path = `/trainer/members/${id}/strength-calibration`;
  const { body } = await call<StrengthCalibration>(`${trainerSub}/trainer`, 'GET', path);
  expect(body).toMatchObject({ count: 3, reached: 2, types: [{ workoutTypeId: 1, count: 3 }] });
  expect(body.expected).toBeGreaterThan(1);
  expect(body.groups.reduce((all, { count }) => all + count, 0)).toBe(3);
});

test('the state disappears with the last workout of the type', async () => {
  const sub = randomUUID();
  await train(sub, [500, 500]);
  const pair = eq(strengthStates.sub, sub);
  expect(await db.$count(strengthStates, pair)).toBe(1);
  await db.delete(workouts).where(eq(workouts.sub, sub));
  await rebuildAllStrengths(db);
  expect(await db.$count(strengthStates, pair)).toBe(0);
});
