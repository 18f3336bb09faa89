import type { GymFloor } from '@tanren/contract/machines/gym-floor';
import type { MachineHold } from '@tanren/contract/machines/machine-holds';
import { type CommandMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { machineHolds, machines, type MachineRow } from '#db/schema/machines.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { addLink, storeWorkout } from '#test/support/workouts/workouts.ts';
import { createCall, type Method, openWorld } from '#test/support/world.ts';
import { purgeHolds } from './machine-holds.store.ts';

const { bus, listen } = await openTestBus();
const { db, call, clock, addMember, openNode } = await openWorld('2026-04-01T03:00:10Z', { bus });
const passSeconds = (seconds: number) => clock.pass(seconds / 60);
const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000);

const add = async (changes: Partial<MachineRow> = {}) =>
  await addMachine(db, { online: true, ...changes });

/** Adds a member of the gym who is doing a menu with the types. */
async function start(workoutTypeIds = [1], nickname = 'テツ') {
  const sub = await addMember({ nickname });
  await storeWorkout(db, sub, { startedAt: minutes(-9999), gymId: 1, sets: [[400, 10]] });
  const items = workoutTypeIds.map((workoutTypeId) => planItem({ workoutTypeId }));
  const { id } = await storeMenu(db, sub, { items });
  await begin(sub, id);
  return sub;
}
const begin = async (sub: string, trainingSessionId: number) =>
  await call(sub, 'POST', '/my/training-session-run', { trainingSessionId });

const send = async (sub: string, method: Method, payload?: object) =>
  await call<MachineHold>(sub, method, '/my/machine-hold', payload);
const hold = async (sub: string, { id }: Pick<MachineRow, 'id'>) =>
  await send(sub, 'POST', { machineId: id });
const release = async (sub: string) => await send(sub, 'DELETE');
const link = async (sub: string, machine: MachineRow) =>
  await call(sub, 'POST', '/tanren-connection', { code: showLinkCode(machine, clock.now) });

const readState = async (sub: string, { id }: MachineRow) => {
  const { body } = await call<GymFloor>(sub, 'GET', '/gyms/1/floor');
  const { state, held, heldByMe } = body.machines.find(({ machineId }) => machineId === id) ?? {};
  return [state, held ?? heldByMe ?? false, heldByMe ?? false];
};
const [free, mine, taken] = [
  ['free', false, false],
  ['free', true, true],
  ['used', true, false],
];

test('holds a machine for 90 seconds, which others see as held and its screen with an initial', async () => {
  const [sub, other, machine] = [await start(), await start(), await add()];
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const until = minutes(1.5).toISOString();
  const made = await hold(sub, machine);
  expect(made).toMatchObject({ status: 201, body: { machineId: machine.id, until } });
  expect([await readState(sub, machine), await readState(other, machine)]).toEqual([mine, taken]);
  await expect.poll(() => [...commands]).toEqual([{ type: 'held', initial: 'テ', until }]);
  passSeconds(89);
  expect(await readState(other, machine)).toEqual(taken);
  passSeconds(1);
  expect(await readState(other, machine)).toEqual(free);
  expect((await hold(other, machine)).status).toBe(201);
});

test('is not prolonged by a repeated call', async () => {
  const [sub, machine] = [await start(), await add()];
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const first = await hold(sub, machine);
  passSeconds(30);
  expect(await hold(sub, machine)).toEqual(first);
  await release(sub);
  await expect.poll(() => commands.map(({ type }) => type)).toEqual(['held', 'released']);
});

test('moves to another machine, and the first one is free', async () => {
  const [sub, other, one, two] = [await start(), await start(), await add(), await add()];
  const commands = await listen<CommandMessage>(machineTopic(one.id, 'commands'));
  await hold(sub, one);
  expect((await hold(sub, two)).status).toBe(201);
  expect([await readState(other, one), await readState(other, two)]).toEqual([free, taken]);
  await expect.poll(() => commands.at(-1)).toEqual({ type: 'released' });
});

describe('is rejected', () => {
  const rejectedBy = async (sub: string, machine: Pick<MachineRow, 'id'>) => {
    const { status, code } = await hold(sub, machine);
    return [status, code];
  };

  test('for a machine that another member holds', async () => {
    const [sub, other, machine] = [await start(), await start(), await add()];
    await hold(sub, machine);
    expect(await rejectedBy(other, machine)).toEqual([409, 'machine_held']);
  });

  test('for a machine in use, with a link or without', async () => {
    const [sub, linked, lifted, idle] = [await start(), await add(), await add(), await add()];
    await addLink(db, linked, { linkedAt: minutes(-9) });
    await addLink(db, idle, { linkedAt: minutes(-10) });
    await db
      .update(machines)
      .set({ usedUntil: minutes(1) })
      .where(eq(machines.id, lifted.id));
    expect(await rejectedBy(sub, linked)).toEqual([409, 'machine_in_use']);
    expect(await rejectedBy(sub, lifted)).toEqual([409, 'machine_in_use']);
    expect(await readState(sub, lifted)).toEqual(['used', false, false]);
    expect((await hold(sub, idle)).status).toBe(201);
    clock.pass(1);
    expect(await readState(sub, lifted)).toEqual(free);
  });

  test.each([
    ['offline', { online: false }],
    ['under inspection', { inspectionSince: new Date('2026-03-01T00:00:00Z') }],
    ['retired', { retiredAt: new Date('2026-03-01T00:00:00Z') }],
  ])('for a machine that is %s', async (_what, changes) => {
    expect(await rejectedBy(await start(), await add(changes))).toEqual([
      409,
      'machine_unavailable',
    ]);
  });

  test('for a machine that does not exist', async () => {
    expect(await rejectedBy(await start(), { id: 999_999 })).toEqual([404, 'not_found']);
  });

  test('for a type that the run does not need, without a run, and in another gym', async () => {
    const notDue = [409, 'machine_not_due'];
    expect(await rejectedBy(await start([4]), await add())).toEqual(notDue);
    expect(await rejectedBy(await addMember(), await add())).toEqual(notDue);
    const gym = await addGym(db, openDaily(0, 24), { id: 900 });
    const [sub, there] = [await start(), await add({ gymId: gym.id })];
    expect(await rejectedBy(sub, there)).toEqual(notDue);
    await addLink(db, there, { sub, linkedAt: minutes(-30), endedAt: minutes(-20) });
    expect((await hold(sub, there)).status).toBe(201);
  });

  test('after too many in a short time', async () => {
    const [sub, machine] = [await start(), await add()];
    for (let count = 0; count < 6; count += 1) {
      expect((await hold(sub, machine)).status).toBe(201);
      expect((await release(sub)).status).toBe(204);
    }
    expect(await rejectedBy(sub, machine)).toEqual([429, 'too_many_requests']);
  });
});

describe('ends', () => {
  test('when the member releases it, also twice', async () => {
    const [sub, other, machine] = [await start(), await start(), await add()];
    await hold(sub, machine);
    expect((await release(other)).status).toBe(204);
    expect(await readState(other, machine)).toEqual(taken);
    for (let time = 0; time < 2; time += 1) expect((await release(sub)).status).toBe(204);
    expect(await readState(other, machine)).toEqual(free);
  });

  test('when the member links the machine', async () => {
    const [sub, machine] = [await start(), await add()];
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    await hold(sub, machine);
    expect((await link(sub, machine)).status).toBe(201);
    expect(await db.$count(machineHolds, eq(machineHolds.sub, sub))).toBe(0);
    await expect.poll(() => commands.map(({ type }) => type)).toEqual(['held', 'linked']);
  });

  test('when another member links the machine: it keeps nobody away', async () => {
    const [sub, other, machine] = [await start(), await start(), await add()];
    await hold(sub, machine);
    expect((await link(other, machine)).status).toBe(201);
    expect(await db.$count(machineHolds, eq(machineHolds.sub, sub))).toBe(0);
    expect(await readState(sub, machine)).toEqual(['used', false, false]);
  });

  test('when the member links another machine', async () => {
    const [sub, other, machine, next] = [await start(), await start(), await add(), await add()];
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    await hold(sub, machine);
    await link(sub, next);
    expect(await readState(other, machine)).toEqual(free);
    await expect.poll(() => commands.at(-1)).toEqual({ type: 'released' });
  });

  test('with the run, and when the run no longer needs the machine', async () => {
    const [sub, other, machine] = [await start([1, 4]), await start(), await add()];
    const path = '/my/training-session-run';
    await hold(sub, machine);
    const { body } = await call<{ run: { runId: number } }>(sub, 'GET', path);
    const skip = async (position: number) =>
      await call(sub, 'PUT', `${path}/skipped-sets`, {
        runId: body.run.runId,
        position,
        skippedSets: 3,
      });
    await skip(1);
    expect(await readState(other, machine)).toEqual(taken);
    await skip(0);
    expect(await readState(other, machine)).toEqual(free);

    const ending = await start();
    await hold(ending, machine);
    await call(ending, 'DELETE', path);
    expect(await readState(other, machine)).toEqual(free);
  });

  test('by its time, and the row is deleted', async () => {
    const [sub, later] = [await start(), await start()];
    const [machine, next] = [await add(), await add()];
    await purgeHolds(db, minutes(9999));
    await hold(sub, machine);
    passSeconds(60);
    await hold(later, next);
    passSeconds(30);
    expect(await purgeHolds(db, clock.now)).toEqual([machine.id]);
    expect(await purgeHolds(db, clock.now)).toEqual([]);
    expect(await db.$count(machineHolds)).toBe(1);
  });
});

test('of many members at once on two nodes one gets the machine, and a member has one of many', async () => {
  const callOther = createCall(await openNode());
  const [machine, other] = [await add(), await add()];
  const subs = await Promise.all(Array.from({ length: 8 }, async () => await start()));
  const answers = await Promise.all(
    subs.map(async (sub, at) =>
      at % 2 === 0
        ? await hold(sub, machine)
        : await callOther(sub, 'POST', '/my/machine-hold', { machineId: machine.id }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array<number>(7).fill(409),
  ]);
  const sub = await start();
  await Promise.all([machine, other, machine, other].map(async (one) => await hold(sub, one)));
  expect(await db.$count(machineHolds, eq(machineHolds.sub, sub))).toBe(1);
});
