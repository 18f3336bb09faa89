import { describe, expect, test, vi } from 'vitest';
import { liftMenu, liftWhenLinked } from '@tanren/simulator/lifting/lift-workouts';
import { createPace } from '@tanren/simulator/lifting/rep-timing';
import { describeStep } from '#screen/draw.ts';
import {
  connectionId,
  eventually,
  liftSet,
  linked,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
  type TestGym,
  type TestMachine,
} from '@tanren/simulator/testing/test-gym';
import type { LinkedCommand } from '@tanren/simulator/machine-event';
import { findStep } from '@tanren/simulator/menu-steps';

const shortMenu = [
  { sets: 2, reps: 10, loadKg: 40, restSeconds: 90 },
  { sets: 1, reps: 15, loadKg: null, restSeconds: 0 },
];

test('sets fill one item after the other until nothing is left', () => {
  const [first, second] = shortMenu.map((item) => ({ ...item, itemCount: 2 }));
  expect([0, 1, 2, 3, 9].map((done) => findStep(shortMenu, done))).toEqual([
    { ...first, item: 1, set: 1 },
    { ...first, item: 1, set: 2 },
    { ...second, item: 2, set: 1 },
    null,
    null,
  ]);
  expect(findStep([], 0)).toBeNull();
});

describe('a machine whose member runs a menu', () => {
  vi.setConfig({ testTimeout: 60_000 });

  const items: LinkedCommand['items'] = [
    { sets: 2, reps: 3, loadKg: 40, restSeconds: 90 },
    { sets: 1, reps: 5, loadKg: 30, restSeconds: 0 },
  ];

  /**
   * Starts a linked machine. It resends only where a test waits for that, because a resent workout
   * on a busy computer would count twice.
   */
  async function startLinked(told: LinkedCommand['items'], resendMs = 60_000) {
    const gym = await openTestGym();
    const folder = await makeScratchFolder();
    const own = startTestMachine(gym.url, folder, { resendMs });
    await own.saw('connected');
    await gym.command({ ...linked, items: told });
    await own.saw('linked');
    return { gym, folder, own };
  }

  /** Sends a command, and waits until the machine has answered with its state. */
  async function publish(gym: TestGym, told: LinkedCommand['items']): Promise<void> {
    const heard = gym.live.length;
    await gym.command({ ...linked, items: told });
    await eventually(() => gym.live.length > heard);
  }

  const place = ({ machine }: TestMachine) => {
    const step = machine.step();
    return step && [step.item, step.set];
  };

  test('shows set by set what comes next, with the load of each item', async () => {
    const { own } = await startLinked(items);
    expect(own.events.find(({ event }) => event === 'linked')).toMatchObject({ items });
    const shown: unknown[] = [];
    for (let set = 0; set < 3; set += 1) {
      shown.push([place(own), own.machine.loadKg()]);
      liftSet(own, 1);
    }
    expect(shown).toEqual([
      [[1, 1], 40],
      [[1, 2], 40],
      [[2, 1], 30],
    ]);
    expect(own.machine.step()).toBeNull();
    liftSet(own, 1);
    const started = own.events.filter(({ event }) => event === 'set-started');
    expect(started).toMatchObject([{ item: 1 }, { item: 1 }, { item: 2 }, { item: null }]);
  });

  test('lets the member choose the load within an item', async () => {
    const { own } = await startLinked(items);
    own.machine.setLoad(45);
    liftSet(own, 3);
    expect([place(own), own.machine.loadKg()]).toEqual([[1, 2], 45]);
  });

  test('a run that starts during a workout does not change it, and its sets count', async () => {
    const { gym, own } = await startLinked([]);
    own.machine.completeRep(2000);
    await publish(gym, items);
    expect(own.machine.bout()?.current?.reps).toHaveLength(1);
    own.machine.endSet();
    expect(own.machine.loadKg()).toBe(42.5);
    expect(place(own)).toEqual([1, 2]);
    await own.saw('items');
    expect(own.events.filter(({ event }) => event === 'linked')).toHaveLength(1);
    own.machine.finishWorkout();
    await eventually(() => gym.workouts.length === 1);
    expect(gym.workouts[0]?.sets).toHaveLength(1);
  });

  test('a run that starts between two sets keeps the chosen load', async () => {
    const { gym, own } = await startLinked([]);
    liftSet(own, 3);
    await publish(gym, items);
    expect([place(own), own.machine.loadKg()]).toEqual([[1, 2], 42.5]);
  });

  test('a run that starts before the first set applies its load, and its end changes nothing', async () => {
    const { gym, own } = await startLinked([]);
    await publish(gym, items);
    expect(own.machine.loadKg()).toBe(40);
    own.machine.setLoad(50);
    await publish(gym, items);
    expect(own.machine.loadKg()).toBe(50);
    await publish(gym, []);
    expect([own.machine.loadKg(), own.machine.step()]).toEqual([50, null]);
    expect(own.events.filter(({ event }) => event === 'items')).toHaveLength(2);
  });

  test('counts done sets, whether the server has stored them yet or not', async () => {
    const { gym, own } = await startLinked(items, 300);
    gym.answer = () => null;
    liftSet(own, 3);
    own.machine.finishWorkout();
    expect(place(own)).toEqual([1, 2]);
    // The server sends the same items again, because it has received nothing.
    await publish(gym, items);
    expect(place(own)).toEqual([1, 2]);
    gym.answer = () => ({ result: 'stored' });
    await own.saw('acked');
    expect(place(own)).toEqual([1, 2]);
    // Now the server knows about the set.
    await publish(gym, [{ sets: 1, reps: 3, loadKg: 40, restSeconds: 90 }, ...items.slice(1)]);
    expect(place(own)).toEqual([1, 1]);
  });

  test('a rejected workout has to be done again', async () => {
    const { gym, own } = await startLinked(items);
    gym.answer = () => ({ result: 'rejected', reason: 'too_old' });
    liftSet(own, 3);
    own.machine.finishWorkout();
    await own.saw('acked');
    expect(place(own)).toEqual([1, 1]);
  });

  test('counts the finished sets after a power cut', async () => {
    const { gym, folder, own } = await startLinked(items);
    gym.answer = () => null;
    liftSet(own, 3);
    // A second machine opens the same disk, like after a power cut. The first object still exists.
    const again = startTestMachine(gym.url, folder);
    await again.saw('connected');
    await gym.command({ ...linked, items });
    await again.saw('linked');
    expect(place(again)).toEqual([1, 2]);
  });

  const automatic = {
    pace: createPace(1000),
    random: () => 0.5,
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, Math.min(ms, 1));
      }),
  };

  const setsOf = (gym: TestGym) =>
    gym.workouts.map(({ sets }) => sets.map(({ loadKg, reps }) => [loadKg, reps.length]));

  test('in automatic mode lifts exactly what is asked, and finishes', async () => {
    const { gym, own } = await startLinked(items);
    await liftMenu(own.machine, automatic, () => false);
    expect(own.machine.bout()).toBeNull();
    await eventually(() => gym.workouts.length === 1);
    expect(setsOf(gym)).toEqual([
      [
        [40, 3],
        [40, 3],
        [30, 5],
      ],
    ]);
  });

  test('in automatic mode rests between sets as long as the item says', async () => {
    const { own } = await startLinked(items);
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    await liftMenu(own.machine, { ...automatic, pace: createPace(1), wait }, () => false);
    expect(waits.filter((ms) => ms > 4000)).toEqual([90_000]);
  });

  test('in automatic mode serves a link once, and each run that starts during it', async () => {
    const { gym, own } = await startLinked([]);
    const stopping = new AbortController();
    const served = liftWhenLinked(own.machine, {
      ...automatic,
      workouts: null,
      signal: stopping.signal,
    });
    await eventually(() => gym.workouts.length === 1);
    await publish(gym, items);
    await eventually(() => gym.workouts.length === 2);
    expect(setsOf(gym)[1]).toEqual([
      [40, 3],
      [40, 3],
      [30, 5],
    ]);
    await publish(gym, []);
    await publish(gym, [{ sets: 1, reps: 2, loadKg: 20, restSeconds: 0 }]);
    await eventually(() => gym.workouts.length === 3);
    expect(setsOf(gym)[2]).toEqual([[20, 2]]);
    stopping.abort();
    await served;
    expect(gym.workouts.every((workout) => workout.connectionId === connectionId)).toBe(true);
  });

  test('in automatic mode does not repeat a rejected workout', async () => {
    const { gym, own } = await startLinked(items);
    gym.answer = () => ({ result: 'rejected', reason: 'too_old' });
    const stopping = new AbortController();
    let looks = 0;
    const served = liftWhenLinked(own.machine, {
      ...automatic,
      wait: async (ms) => {
        looks += 1;
        await automatic.wait(ms);
      },
      workouts: null,
      signal: stopping.signal,
    });
    await own.saw('acked');
    await publish(gym, items);
    const before = looks;
    await eventually(() => looks > before + 30);
    stopping.abort();
    await served;
    expect(gym.workouts).toHaveLength(1);
  });

  test('in automatic mode stops when the run ends', async () => {
    const { gym, own } = await startLinked([{ sets: 10, reps: 1, loadKg: 40, restSeconds: 600 }]);
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits === 4) await publish(gym, []);
    };
    await liftMenu(own.machine, { ...automatic, wait }, () => false);
    await eventually(() => gym.workouts.length === 1);
    expect(setsOf(gym)).toEqual([
      [
        [40, 1],
        [40, 1],
      ],
    ]);
  });

  test('the screen shows what comes next', async () => {
    const { own } = await startLinked(items);
    liftSet(own, 3);
    const step = own.machine.step();
    expect(step && describeStep(step)).toBe('メニュー 1/2   セット 2/2・3回・40kg・休憩1分30秒');
    liftSet(own, 3);
    const last = own.machine.step();
    expect(last && describeStep(last)).toBe('メニュー 2/2   セット 1/1・5回・30kg');
  });
});
