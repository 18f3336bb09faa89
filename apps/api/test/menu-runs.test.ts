import { randomUUID } from 'node:crypto';
import {
  type AckMessage,
  type CommandMessage,
  machineTopic,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { MenuItem } from '@tanren/domain/menus/menus';
import { runLengthMs } from '@tanren/domain/menus/menu-runs';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { workouts } from '#db/schema/workouts.ts';
import { storeWorkout, makeWorkoutMessage } from './support/workouts/workouts.ts';
import { planItem, storeMenu } from './support/menus/menus.ts';
import { openTestBus } from './support/broker.ts';
import { type Method, openWorld } from './support/world.ts';
import { addMachine, showLinkCode } from './support/machines/machines.ts';

/* Sessions, machines and workouts together, as members see them while following a menu. */

const start = new Date('2026-04-01T03:00:10Z');
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const { bus, send, listen } = await openTestBus();
const world = await openWorld(start, { bus, modules: productModules });
const { db, app, clock } = world;
await app.ready();

async function call<T>(sub: string, method: Method, path: string, payload?: object): Promise<T> {
  const { status, body } = await world.call<T>(sub, method, path, payload);
  expect(status).toBeLessThan(300);
  return body;
}

const begin = async (sub: string, trainingSessionId: number) =>
  (
    await call<{ run: TrainingSessionRun }>(sub, 'POST', '/my/training-session-run', {
      trainingSessionId,
    })
  ).run;
const end = async (sub: string) => await call<null>(sub, 'DELETE', '/my/training-session-run');
const readDone = async (sub: string) =>
  (
    await call<{ run: TrainingSessionRun | null }>(sub, 'GET', '/my/training-session-run')
  ).run?.items.map(({ doneSets }) => doneSets);

async function openMachine(changes: Parameters<typeof addMachine>[1] = {}) {
  const machine = await addMachine(db, changes);
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));
  return { machine, commands, acks };
}

async function link(sub: string, machine: MachineRow): Promise<string> {
  const code = showLinkCode(machine, clock.now);
  const { connection } = await call<{ connection: { connectionId: string } }>(
    sub,
    'POST',
    '/tanren-connection',
    { code },
  );
  return connection.connectionId;
}

const unlink = async (sub: string) => await call<null>(sub, 'DELETE', '/tanren-connection');

async function store(
  { machine, acks }: Pick<Awaited<ReturnType<typeof openMachine>>, 'machine' | 'acks'>,
  ...sent: readonly WorkoutMessage[]
): Promise<void> {
  const before = acks.length;
  for (const message of sent) {
    await send(machineTopic(machine.id, 'workouts'), JSON.stringify(message));
  }
  await expect.poll(() => acks.length - before).toBe(sent.length);
}

/** Lists the run of each workout of the member, by time. */
const listRunIds = async (sub: string) =>
  (
    await db
      .select({ sessionRunId: workouts.sessionRunId })
      .from(workouts)
      .where(eq(workouts.sub, sub))
      .orderBy(asc(workouts.startedAt))
  ).map(({ sessionRunId }) => sessionRunId);

const itemsOf = (command: CommandMessage | undefined) =>
  command?.type === 'linked' ? command.items : undefined;

const bothTypes: readonly MenuItem[] = [
  planItem({ workoutTypeId: 1, sets: 2, loadHg: 412, restSeconds: 60 }),
  planItem({ workoutTypeId: 4, sets: 1, loadHg: null }),
  planItem({ workoutTypeId: 1, sets: 1, reps: 15, loadHg: null }),
];

test('two machines receive their items, and both workouts belong to the run', async () => {
  const sub = randomUUID();
  const [press, pull] = [await openMachine(), await openMachine({ workoutTypeId: 4 })];
  await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: after(-5000), sets: [[350, 10]] });
  const session = await storeMenu(db, randomUUID(), { title: '二台の日', items: bothTypes });
  const { runId } = await begin(sub, session.id);

  const atPress = await link(sub, press.machine);
  await expect.poll(() => press.commands.length).toBe(1);
  // The machine cannot be set to 41.2 kg.
  expect(itemsOf(press.commands[0])).toEqual([
    { sets: 2, reps: 10, loadKg: 40, restSeconds: 60 },
    { sets: 1, reps: 15, loadKg: 35, restSeconds: 90 },
  ]);
  clock.pass(6);
  const first = makeWorkoutMessage({ connectionId: atPress }, after(1), [
    [40, 10],
    [40, 10],
    [35, 15],
  ]);
  await store(press, first);

  const atPull = await link(sub, pull.machine);
  await expect.poll(() => pull.commands.length).toBe(1);
  expect(itemsOf(pull.commands[0])).toEqual([{ sets: 1, reps: 10, loadKg: null, restSeconds: 90 }]);
  clock.pass(3);
  await store(pull, makeWorkoutMessage({ connectionId: atPull }, after(7), [[30, 10]]));

  expect(await listRunIds(sub)).toEqual([null, runId, runId]);
  expect(await readDone(sub)).toEqual([2, 1, 1]);
  const latest = await call<object>(sub, 'GET', '/workouts/latest');
  expect(latest).toMatchObject({ trainingSessionId: session.id, trainingSessionTitle: '二台の日' });
  const runs = await call<{ items: { workouts: { workoutTypeId: number }[] }[] }>(
    sub,
    'GET',
    `/my/training-session-runs?trainingSessionId=${session.id}`,
  );
  expect(runs.items.map((run) => run.workouts.map((done) => done.workoutTypeId))).toEqual([[1, 4]]);

  await store(press, first);
  expect(press.acks.at(-1)?.result).toBe('duplicate');
  expect(await readDone(sub)).toEqual([2, 1, 1]);
  await db.delete(trainingSessions).where(eq(trainingSessions.id, session.id));
  expect(await call<object>(sub, 'GET', '/workouts/latest')).toMatchObject({
    trainingSessionId: null,
    trainingSessionTitle: '二台の日',
  });
});

test('notifies the machine when a run starts, continues and ends', async () => {
  const sub = randomUUID();
  const { machine, commands, acks } = await openMachine();
  const session = await storeMenu(db, sub, { items: [planItem({ sets: 2 })] });
  const other = await storeMenu(db, sub, { items: [planItem({ workoutTypeId: 9 })] });
  const connectionId = await link(sub, machine);
  await begin(sub, session.id);
  await expect.poll(() => commands.length).toBe(2);
  clock.pass(2);
  await store({ machine, acks }, makeWorkoutMessage({ connectionId }, after(1)));
  await begin(sub, session.id);
  await expect.poll(() => commands.length).toBe(3);
  await begin(sub, other.id);
  await expect.poll(() => commands.length).toBe(4);
  await begin(sub, session.id);
  await end(sub);
  await end(sub);
  await expect.poll(() => commands.length).toBe(6);
  expect(commands.map((command) => itemsOf(command)?.map(({ sets }) => sets))).toEqual([
    [],
    [2],
    [1],
    [],
    [2],
    [],
  ]);
  expect(commands).toMatchObject(commands.map(() => ({ connectionId })));
});

test('a machine that connects again receives what is left', async () => {
  const sub = randomUUID();
  const { machine, commands, acks } = await openMachine();
  const session = await storeMenu(db, sub, { items: [planItem({ sets: 3 })] });
  await begin(sub, session.id);
  const connectionId = await link(sub, machine);
  clock.pass(2);
  await store(
    { machine, acks },
    makeWorkoutMessage({ connectionId }, after(1), [
      [40, 5],
      [40, 5],
    ]),
  );
  const online = { state: 'online', firmware: 'test' };
  await send(machineTopic(machine.id, 'status'), JSON.stringify(online));
  await expect.poll(() => commands.length).toBe(3);
  expect(commands[1]).toMatchObject({ type: 'welcome' });
  expect(itemsOf(commands[2])?.map(({ sets }) => sets)).toEqual([1]);
});

test('sends nothing to the machine of another member, or to one that was left', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const [own, foreign] = [await openMachine(), await openMachine()];
  const session = await storeMenu(db, randomUUID());
  await link(sub, own.machine);
  await link(other, foreign.machine);
  await unlink(sub);
  await expect.poll(() => own.commands.length).toBe(2);
  await begin(sub, session.id);
  await end(sub);
  await begin(other, session.id);
  await expect.poll(() => foreign.commands.length).toBe(2);
  expect(own.commands).toHaveLength(2);
});

test('does not count workouts after its end, of other types, or of other members', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const [press, pull, foreign] = [
    await openMachine(),
    await openMachine({ workoutTypeId: 4 }),
    await openMachine(),
  ];
  const session = await storeMenu(db, randomUUID());
  const before = await link(sub, press.machine);
  const strange = await link(other, foreign.machine);
  clock.pass(5);
  const { runId } = await begin(sub, session.id);
  clock.pass(5);
  await end(sub);
  clock.pass(5);
  const elsewhere = await link(sub, pull.machine);
  clock.pass(5);
  await store(
    press,
    makeWorkoutMessage({ connectionId: before }, after(1)),
    // One workout was under way when the session began, and one when it ended.
    makeWorkoutMessage({ connectionId: before }, after(4.9)),
    makeWorkoutMessage({ connectionId: before }, after(9.9)),
    makeWorkoutMessage({ connectionId: before }, after(10.5)),
  );
  await store(foreign, makeWorkoutMessage({ connectionId: strange }, after(6)));
  await store(pull, makeWorkoutMessage({ connectionId: elsewhere }, after(16)));
  expect(await listRunIds(sub)).toEqual([null, runId, runId, null, null]);
  expect(await listRunIds(other)).toEqual([null]);
});

test("a workout that arrives days later belongs to the run of its time, not to today's", async () => {
  const sub = randomUUID();
  const { machine, acks } = await openMachine();
  const session = await storeMenu(db, randomUUID());
  const first = await begin(sub, session.id);
  const connectionId = await link(sub, machine);
  clock.pass(10);
  await unlink(sub);
  // The run ended by itself after four hours.
  clock.now = new Date(start.getTime() + runLengthMs + 20 * 24 * 60 * 60_000);
  const second = await begin(sub, session.id);
  expect(second.runId).not.toBe(first.runId);
  await store({ machine, acks }, makeWorkoutMessage({ connectionId }, after(2)));
  expect(acks.map(({ result }) => result)).toEqual(['stored']);
  expect(await listRunIds(sub)).toEqual([first.runId]);
});

test('of two overlapping runs the newer one gets the workout', async () => {
  const sub = randomUUID();
  const { machine, acks } = await openMachine();
  const [first, second, third] = [
    await storeMenu(db, sub),
    await storeMenu(db, sub),
    await storeMenu(db, sub, { items: [planItem({ workoutTypeId: 9 })] }),
  ];
  const connectionId = await link(sub, machine);
  await begin(sub, first.id);
  clock.now = after(1);
  const { runId } = await begin(sub, second.id);
  clock.now = after(1.1);
  await begin(sub, third.id);
  clock.now = after(3);
  await store({ machine, acks }, makeWorkoutMessage({ connectionId }, after(0.9), [[40, 20]]));
  expect(await listRunIds(sub)).toEqual([runId]);
});

test('assigns a batch of many members correctly', async () => {
  const session = await storeMenu(db, randomUUID());
  const visits = await Promise.all(
    Array.from({ length: 9 }, async (_, at) => {
      const sub = randomUUID();
      const opened = await openMachine();
      const connectionId = await link(sub, opened.machine);
      const runId = at % 3 === 0 ? null : (await begin(sub, session.id)).runId;
      return { sub, opened, connectionId, runId };
    }),
  );
  clock.pass(5);
  await Promise.all(
    visits.map(async ({ opened, connectionId }) =>
      store(
        opened,
        makeWorkoutMessage({ connectionId }, after(1)),
        makeWorkoutMessage({ connectionId }, after(2)),
      ),
    ),
  );
  const found = await Promise.all(visits.map(async ({ sub }) => await listRunIds(sub)));
  expect(found).toEqual(visits.map(({ runId }) => [runId, runId]));
});
