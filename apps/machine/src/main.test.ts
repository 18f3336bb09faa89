import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildMachineBundle, runMachineProcess } from '#testing/machine-process.ts';
import {
  connectionId,
  eventually,
  identity,
  linked,
  makeScratchFolder,
  openTestGym,
} from '@tanren/simulator/testing/test-gym';

const timeout = 60_000;
const bundle = await buildMachineBundle();
afterAll(() => bundle.remove());

async function openGymWithCredentials() {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  await writeFile(path.join(folder, 'machines.json'), JSON.stringify({ machines: [identity] }));
  const run = (...args: string[]) =>
    runMachineProcess(
      bundle.main,
      ['--machine', '12', '--url', gym.url, '--resend', '0.3', '--json', ...args],
      { DATA_DIR: folder },
    );
  return { gym, run };
}

test('a program controls the machine by lines and reads its events', { timeout }, async () => {
  const { gym, run } = await openGymWithCredentials();
  const own = run();
  await own.saw('connected');
  await gym.command(linked);
  await own.saw('linked');
  for (const line of ['load 50', 'rep', 'rep 1500', 'end-set', 'finish']) own.say(line);
  await own.saw('acked');
  expect(gym.workouts[0]?.sets.map(({ loadKg, reps }) => [loadKg, reps.length])).toEqual([[50, 2]]);
  own.say('quit');
  expect(await own.exited).toBe(0);
  expect(gym.statuses).toEqual(['online', 'offline']);
});

test('lifts by itself and ends after every ack', { timeout }, async () => {
  const { gym, run } = await openGymWithCredentials();
  const own = run('--workouts', '2', '--speed', '1000');
  await own.saw('connected');
  await gym.command({ ...linked, items: [{ sets: 2, reps: 3, loadKg: 40, restSeconds: 60 }] });
  expect(await own.exited).toBe(0);
  expect(gym.workouts).toHaveLength(2);
  for (const { startedAt, endedAt, sets } of gym.workouts) {
    const lifted = sets.flatMap(({ reps }) => reps.map(({ ms }) => ms));
    expect(Math.min(...lifted)).toBeGreaterThanOrEqual(200);
    const took = Date.parse(endedAt) - Date.parse(startedAt);
    expect(took).toBeGreaterThanOrEqual(lifted.reduce((sum, ms) => sum + ms, 0) * 0.95);
  }
});

test('Ctrl-C during a workout keeps it', { timeout }, async () => {
  const { gym, run } = await openGymWithCredentials();
  const own = run();
  await own.saw('connected');
  await gym.command(linked);
  await own.saw('linked');
  own.say('rep');
  await own.saw('rep');
  own.child.kill('SIGINT');
  expect(await own.exited).toBe(0);
  await eventually(() => gym.workouts.length === 1);
});

test('loses no completed rep when it is killed repeatedly', { timeout }, async () => {
  const { gym, run } = await openGymWithCredentials();
  let liftedReps = 0;
  for (let round = 0; round < 4; round += 1) {
    // The server does not answer in half of the rounds.
    gym.answer = () => (round % 2 === 0 ? null : { result: 'stored' });
    const own = run();
    await own.saw('connected');
    await gym.command(linked);
    await own.saw('linked');
    for (let line = 0; line < 40; line += 1) own.say(line % 4 === 3 ? 'end-set' : 'rep 300');
    await eventually(() => own.events.filter(({ event }) => event === 'rep').length > 3 * round);
    own.child.kill('SIGKILL');
    await own.exited;
    liftedReps += own.events.filter(({ event }) => event === 'rep').length;
  }
  gym.answer = () => ({ result: 'stored' });
  const last = run();
  await last.saw('connected');
  await eventually(() => last.events.some(({ event }) => event === 'acked'));
  last.say('quit');
  await last.exited;
  const arrived = new Map(gym.workouts.map((workout) => [workout.workoutUuid, workout]));
  const sets = [...arrived.values()].flatMap((workout) => workout.sets);
  const storedReps = sets.flatMap(({ reps }) => reps).length;
  // A rep is stored before it is reported, so a kill in between leaves one more.
  expect(storedReps).toBeGreaterThanOrEqual(liftedReps);
  expect(sets.every(({ reps }) => reps.length <= 3)).toBe(true);
  expect([...arrived.values()].every((workout) => workout.connectionId === connectionId)).toBe(
    true,
  );
});

test('explains what to do without machines', { timeout }, async () => {
  const own = runMachineProcess(bundle.main, [], { DATA_DIR: await makeScratchFolder() });
  expect(await own.exited).toBe(1);
  expect(own.output()).toContain('Run `npm start` first');
  expect(own.output()).not.toContain('    at ');
});

test('reports a missing server once and continues to try', { timeout }, async () => {
  const { gym } = await openGymWithCredentials();
  await gym.cut();
  const folder = await makeScratchFolder();
  const own = runMachineProcess(bundle.main, [
    '--machine',
    '12',
    '--secret',
    identity.secret,
    '--url',
    gym.url,
    '--journal',
    folder,
  ]);
  await eventually(() => own.output().includes('Does the server run'));
  await gym.open();
  await eventually(() => own.output().includes('machine 12: connected'));
  expect(own.output().split('Does the server run').length - 1).toBe(1);
  own.child.kill('SIGTERM');
  expect(await own.exited).toBe(0);
});
