import { DescriptionMessage } from '@tanren/contract/machines/machine-description';
import { MeasuredMessage, WorkoutMessage } from '@tanren/contract/machines/machine-messages';
import { Value } from 'typebox/value';
import { expect, test, vi } from 'vitest';
import { usualEquipment } from '#machine-setup.ts';
import {
  connectionId,
  eventually,
  liftSet,
  linked,
  listJournal,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
} from '#testing/test-gym.ts';

vi.setConfig({ testTimeout: 60_000 });

const welcome = { type: 'welcome', protocol: 2, at: '2026-04-01T03:00:00.000Z' };
const equipment = { ...usualEquipment, setsSeat: true };

async function start(changes: Parameters<typeof startTestMachine>[2] = {}) {
  const gym = await openTestGym();
  const folder = await makeScratchFolder();
  const own = startTestMachine(gym.url, folder, { equipment, ...changes });
  await own.saw('connected');
  return { gym, folder, own };
}

const measuredOf = (workout: WorkoutMessage | undefined) =>
  workout?.sets.flatMap(({ reps }) => reps.map((rep) => rep.rangeMm)) ?? [];

test('describes itself after the server has told its version, and measures', async () => {
  const { gym, own } = await start();
  expect(gym.others).toEqual([]);
  await gym.command({ ...welcome, more: 'of a newer server' });
  expect(await own.saw('welcomed')).toMatchObject({ protocol: 2 });
  await gym.command({ ...linked, more: 1, items: [] });
  await own.saw('linked');
  liftSet(own, 2);
  own.machine.startSet();
  own.machine.completeRep(2000);
  own.machine.failRep(1500);
  own.machine.finishWorkout();
  await own.saw('acked');
  await eventually(() => gym.others.length === 4);
  const [description, ...measured] = gym.others;
  expect(description?.channel).toBe('description');
  expect(Value.Check(DescriptionMessage, description?.message)).toBe(true);
  expect(description?.message).toMatchObject({
    maker: 'TANREN',
    protocol: 3,
    loads: { minKg: 5, maxKg: 120, stepKg: 2.5 },
  });
  expect(measured.every(({ message }) => Value.Check(MeasuredMessage, message))).toBe(true);
  expect(measured.map(({ message }) => message)).toMatchObject([
    { set: 1, reps: [{}] },
    { set: 1, reps: [{}, {}] },
    { set: 2, reps: [{}] },
  ]);
  const [workout] = gym.workouts;
  expect(Value.Check(WorkoutMessage, workout)).toBe(true);
  expect(measuredOf(workout)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  expect(workout?.sets.map(({ seat, failedReps = [] }) => [seat, failedReps.length])).toEqual([
    [4, 0],
    [4, 1],
  ]);
});

test('sends a server of the first version only what it understands, and stores the rest', async () => {
  const { gym, folder, own } = await start();
  gym.answer = () => null;
  await gym.command(linked);
  await own.saw('linked');
  liftSet(own, 2);
  own.machine.finishWorkout();
  await eventually(() => gym.workouts.length > 0);
  expect(gym.workouts[0]?.sets).toEqual([
    {
      loadKg: 42.5,
      reps: [
        { loadKg: 42.5, ms: 2000 },
        { loadKg: 42.5, ms: 2000 },
      ],
    },
  ]);
  expect(gym.others).toEqual([]);
  expect(await listJournal(folder, 'workouts')).toHaveLength(1);

  gym.answer = () => ({ result: 'stored' });
  await gym.command(welcome);
  await own.saw('acked');
  expect(measuredOf(gym.workouts.at(-1))).toEqual([expect.any(Number), expect.any(Number)]);
});

test('sends a workout again without measures when an older node rejects it', async () => {
  const { gym, folder, own } = await start();
  await gym.command(welcome);
  await own.saw('welcomed');
  await gym.command(linked);
  await own.saw('linked');
  gym.answer = ({ sets }) =>
    sets.some((set) => 'seat' in set)
      ? { result: 'rejected', reason: 'invalid_shape' }
      : { result: 'stored' };
  liftSet(own, 1);
  own.machine.finishWorkout();
  expect(await own.saw('acked')).toMatchObject({ result: 'stored', pending: 0 });
  expect(gym.workouts).toHaveLength(2);
  expect(await listJournal(folder, 'rejected')).toEqual([]);
});

test('gives up after the second rejection, and keeps the workout aside with its measures', async () => {
  const { gym, folder, own } = await start();
  await gym.command(welcome);
  await own.saw('welcomed');
  await gym.command(linked);
  await own.saw('linked');
  gym.answer = () => ({ result: 'rejected', reason: 'invalid_shape' });
  liftSet(own, 1);
  own.machine.finishWorkout();
  expect(await own.saw('acked')).toMatchObject({ result: 'rejected', reason: 'invalid_shape' });
  expect(gym.workouts).toHaveLength(2);
  expect(await listJournal(folder, 'rejected')).toHaveLength(1);
  expect(await listJournal(folder, 'workouts')).toEqual([]);
});

test('stored workouts wait for the version of the server, or for a moment', async () => {
  const folder = await makeScratchFolder();
  const first = await openTestGym();
  first.answer = () => null;
  const before = startTestMachine(first.url, folder, { equipment });
  await before.saw('connected');
  await first.command(welcome);
  await before.saw('welcomed');
  await first.command(linked);
  await before.saw('linked');
  liftSet(before, 1);
  await before.machine.stop();

  const gym = await openTestGym();
  const after = startTestMachine(gym.url, folder, { equipment });
  await after.saw('connected');
  expect(gym.workouts).toEqual([]);
  await gym.command(welcome);
  await after.saw('acked');
  expect(measuredOf(gym.workouts[0])).toEqual([expect.any(Number)]);
  expect(gym.workouts[0]?.connectionId).toBe(connectionId);
});

test('without an answer stored workouts are sent after a moment, without measures', async () => {
  const { gym, own } = await start({ welcomeMs: 30 });
  gym.answer = () => null;
  liftSet(own, 1);
  own.machine.finishWorkout();
  await eventually(() => gym.unlinkedWorkouts.length > 0);
  expect(gym.unlinkedWorkouts[0]?.sets[0]).not.toHaveProperty('seat');
});

test('asks again for the version while nobody uses the machine', async () => {
  const { gym, own } = await start({ askAgainMs: 30 });
  await gym.command({ type: 'unlinked', connectionId: null, reason: 'idle' });
  const before = gym.statuses.length;
  await eventually(() => gym.statuses.length > before + 1);
  await gym.command(welcome);
  expect(await own.saw('welcomed')).toMatchObject({ protocol: 2 });
});

test('a motor sets the seat of the linked member only', async () => {
  const { gym, own } = await start();
  await gym.command(welcome);
  await gym.command({ type: 'seat', connectionId, seat: 9 });
  await gym.command(linked);
  await own.saw('linked');
  expect(own.machine.seat()).toBe(4);
  await gym.command({ type: 'seat', connectionId, seat: 7 });
  expect(await own.saw('seat')).toMatchObject({ seat: 7 });
  expect(own.machine.seat()).toBe(7);
});

test('a reason of a newer server is a rejection like any other', async () => {
  const { gym, folder, own } = await start({ equipment: null });
  await gym.command(linked);
  await own.saw('linked');
  gym.answer = () => ({ result: 'rejected', reason: 'of_the_future' as 'too_old' });
  liftSet(own, 1);
  own.machine.finishWorkout();
  expect(await own.saw('acked')).toMatchObject({ result: 'rejected', reason: 'of_the_future' });
  expect(await listJournal(folder, 'rejected')).toHaveLength(1);
});

test('a power cut loses no measure of a completed rep', async () => {
  const { gym, folder, own } = await start();
  await gym.command(welcome);
  await gym.command(linked);
  await own.saw('linked');
  own.machine.startSet();
  own.machine.completeRep(2000);
  own.machine.completeRep(2000);
  const lifted = own.machine.bout()?.current;
  const again = startTestMachine(gym.url, folder, { equipment });
  expect((await again.saw('finished')).workout.sets).toEqual([lifted]);
});
