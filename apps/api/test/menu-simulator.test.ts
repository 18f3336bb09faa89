import { randomUUID } from 'node:crypto';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { productModules } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { gyms } from '#db/schema/gyms.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { openMessaging } from '#composition/messaging.ts';
import { addMachine } from '#modules/machines/machines.service.ts';
import { bearer, buildTestApp, silentLog } from './support/app.ts';
import { simulateMachines } from './support/machines/machine-simulator.ts';
import { planItem, storeMenu } from './support/menus/menus.ts';
import { createTestDatabase } from './support/database.ts';
import { showLinkCode } from './support/machines/machines.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const simulator = inject('programs').machine;
const now = () => new Date();

test('a member runs a menu on two simulated machines', async () => {
  const config = { ...readConfig({}), host: '127.0.0.1', mqttPort: 0 };
  const messaging = await openMessaging({ config, db, now, findLiveSignIns: null });
  onTestFinished(() => messaging.close());
  const { bus, acceptMember } = messaging;
  const app = await buildTestApp({ config, db, bus, acceptMember, modules: productModules });
  await app.ready();
  const port = Number(/port (\d+)$/.exec(await messaging.open(silentLog))?.[1]);
  const add = async (workoutTypeId: number) =>
    await addMachine(db, { gymId: 1, workoutTypeId }, now());
  const added = [await add(1), await add(4)] as const;
  const gym = await simulateMachines(
    simulator.main,
    added.map(({ machine, secret }) => ({ ...machine, secret })),
    () => port,
  );
  gym.start('following');
  await gym.more('connected', 2);

  const sub = randomUUID();
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const body = payload === undefined ? {} : { payload };
    return await app.inject({ method, url: `/api${path}`, headers: bearer(sub), ...body });
  };
  const link = async (machine: MachineRow) => {
    const linked = await call('POST', '/tanren-connection', { code: showLinkCode(machine, now()) });
    expect(linked.statusCode).toBe(201);
  };
  const readRun = async () =>
    (await call('GET', '/my/training-session-run')).json<{ run: TrainingSessionRun }>().run;

  const session = await storeMenu(db, sub, {
    items: [
      planItem({ workoutTypeId: 1, sets: 2, reps: 3, loadHg: 200 }),
      planItem({ workoutTypeId: 4, sets: 1, reps: 4, loadHg: 150 }),
      planItem({ workoutTypeId: 1, sets: 1, reps: 5, loadHg: 100 }),
    ],
  });
  await call('POST', '/my/training-session-run', { trainingSessionId: session.id });
  const done = async () => (await readRun()).items.map(({ doneSets }) => doneSets);
  await link(added[0].machine);
  await expect.poll(done).toEqual([2, 0, 1]);
  await link(added[1].machine);
  await expect.poll(done).toEqual([2, 1, 1]);

  const lifted = gym.events.flatMap(({ machineId, workout }) =>
    (workout?.sets ?? []).map(({ loadKg, reps }) => [machineId, loadKg, reps.length]),
  );
  const [press, pull] = added.map(({ machine }) => machine.id);
  expect(lifted).toEqual([
    [press, 20, 3],
    [press, 20, 3],
    [press, 10, 5],
    [pull, 15, 4],
  ]);
  const { items } = (
    await call('GET', `/my/training-session-runs?trainingSessionId=${session.id}`)
  ).json<{ items: { workouts: { workoutTypeId: number; setCount: number }[] }[] }>();
  expect(items.map(({ workouts }) => workouts)).toMatchObject([
    [
      { workoutTypeId: 1, setCount: 3 },
      { workoutTypeId: 4, setCount: 1 },
    ],
  ]);
  expect(await gym.stop()).toBe(0);
});
