import type { RunItem, TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { describe, expect, it } from 'vitest';
import { sampleNextMachine, sampleNextMachines } from '#test/samples/next-machines.ts';
import {
  describeRest,
  describeTarget,
  removeBout,
  computeProgress,
  orderProgress,
  orderRoute,
  toRouteStep,
  type LiftedBout,
  planMachine,
  seeBout,
  type SeenBout,
  sumUpVisit,
} from './run-progress.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const unstoredBout = {
  workoutUuid: '11111111-1111-4111-8111-111111111111',
  workoutTypeId: 4,
  doneSets: 2,
  tfo: 0.2,
  endedAt: '2026-01-01T00:40:00.000Z',
};

it('sums up the visit including unsent sets, without rounding errors', () => {
  const visit = {
    date: '2026-01-01',
    gymId: 1,
    gymName: null,
    startedAt: '2026-01-01T00:10:00.000Z',
    endedAt: '2026-01-01T00:20:00.000Z',
    minutes: 10,
    workoutTypeIds: [1, 4],
    setCount: 3,
    repCount: 30,
    tfo: 0.1,
    personalBests: [],
    workouts: [],
  };
  expect(sumUpVisit(visit, [], startedAt)).toEqual({
    workoutTypeIds: [1, 4],
    setCount: 3,
    tfo: 0.1,
    minutes: 10,
  });
  expect(sumUpVisit(visit, [unstoredBout], startedAt)).toEqual({
    workoutTypeIds: [1, 4],
    setCount: 5,
    tfo: 0.3,
    minutes: 30,
  });
});

it('counts from the start of the run while nothing is stored', () => {
  expect(sumUpVisit(null, [unstoredBout], startedAt)).toEqual({
    workoutTypeIds: [4],
    setCount: 2,
    tfo: 0.2,
    minutes: 40,
  });
  expect(sumUpVisit(null, [], startedAt)).toMatchObject({ setCount: 0, minutes: 0 });
});

it('formats what is left of an item', () => {
  expect(describeRest({ sets: 3, reps: 10, doneSets: 0 })).toBe('3セット×10回');
  expect(describeRest({ sets: 3, reps: 10, doneSets: 1 })).toBe('残り2セット×10回');
});

it('shows the load, or how to find it', () => {
  expect(describeTarget({ targetLoadKg: 52.5 })).toBe('52.5kg');
  expect(describeTarget({ targetLoadKg: null })).toBe('軽い重量から');
});

const chest = 1;
const back = 4;

function item(workoutTypeId: number, sets: number, doneSets: number, more?: Partial<RunItem>) {
  return {
    workoutTypeId,
    sets,
    reps: 10,
    loadKg: 40,
    targetLoadKg: 40,
    restSeconds: 60,
    doneSets,
    ...more,
  };
}

function runOf(...items: RunItem[]): TrainingSessionRun {
  return {
    runId: 1,
    trainingSessionId: 7,
    title: '全身',
    startedAt: '2026-01-01T00:00:00.000Z',
    endsBy: '2026-01-01T04:00:00.000Z',
    completedAt: null,
    items,
  };
}

const lifted = (doneSets: number, changes: Partial<LiftedBout> = {}): LiftedBout => ({
  workoutUuid: 'bout-1',
  workoutTypeId: chest,
  doneSets,
  tfo: 400 * doneSets,
  endedAt: '2026-01-01T00:10:00.000Z',
  ...changes,
});

/** Replays what a page sees in sequence: the run at that time, and the bout. */
function watch(...steps: readonly [TrainingSessionRun, LiftedBout | null][]) {
  const seen = steps.reduce<readonly SeenBout[]>(
    (known, [run, bout]) => seeBout(known, run, bout),
    [],
  );
  return computeProgress((steps.at(-1) ?? [runOf()])[0], seen);
}

const before = runOf(item(chest, 3, 0), item(back, 2, 0));
const stored = runOf(item(chest, 3, 2), item(back, 2, 0));

describe('order of the open items', () => {
  const run = runOf(item(chest, 3, 3), item(back, 2, 0), item(chest, 2, 0), item(back, 1, 0));
  const progress = computeProgress(run, []);

  it('is that of the menu without a proposal', () => {
    expect(orderProgress(progress, [])).toMatchObject({ order: [1, 2, 3], next: { sets: 2 } });
  });

  it('follows the proposal, and has items that the server does not name at its end', () => {
    const { order, next } = orderProgress(progress, [3, 0, 2, 9]);
    expect(order).toEqual([3, 2, 1]);
    expect(next).toMatchObject({ workoutTypeId: back, sets: 1 });
  });

  it('leads through the finished items to the proposed machines', () => {
    const machines = sampleNextMachines({
      items: [sampleNextMachine({ position: 3, machineId: 21 })],
    });
    const steps = orderRoute(progress.items.map(toRouteStep), [3], machines);
    expect(steps.map(({ isDone, machineId }) => [isDone, machineId])).toEqual([
      [true, null],
      [false, 21],
      [false, null],
      [false, null],
    ]);
  });
});

describe('progress of a run', () => {
  it('counts sets before they are stored', () => {
    expect(watch([before, lifted(0)])).toMatchObject({ doneSets: 0, allSets: 5, unstored: [] });
    const { items, doneSets, next, unstored } = watch([before, lifted(0)], [before, lifted(2)]);
    expect(items.map((of) => of.doneSets)).toEqual([2, 0]);
    expect({ doneSets, unstored }).toMatchObject({ doneSets: 2, unstored: [{ tfo: 800 }] });
    expect(next?.workoutTypeId).toBe(chest);
  });

  it('counts a set once, whether the machine or the server reports it first', () => {
    expect(watch([before, lifted(2)], [stored, lifted(2)]).doneSets).toBe(2);
    expect(watch([before, lifted(2)], [before, null]).doneSets).toBe(2);
    expect(watch([before, lifted(2)], [before, null], [stored, null]).doneSets).toBe(2);
    expect(watch([before, lifted(2)], [stored, null]).unstored).toEqual([]);
  });

  it('adds the next workout to the last one, also when that is not stored yet', () => {
    const second = lifted(1, { workoutUuid: 'bout-2' });
    expect(watch([before, lifted(2)], [before, null], [before, second]).doneSets).toBe(3);
    expect(watch([before, lifted(2)], [stored, null], [stored, second]).doneSets).toBe(3);
  });

  it('keeps the sets of one machine while another is used', () => {
    const other = lifted(1, { workoutUuid: 'bout-2', workoutTypeId: back });
    const { items } = watch([before, lifted(2)], [before, other]);
    expect(items.map((of) => of.doneSets)).toEqual([2, 1]);
  });

  it('ends with the last set, whatever is done after it', () => {
    const almost = runOf(item(chest, 3, 2), item(back, 2, 2));
    expect(watch([almost, lifted(0)]).next).not.toBeNull();
    expect(watch([almost, lifted(0)], [almost, lifted(4)])).toMatchObject({
      next: null,
      doneSets: 5,
    });
  });

  it('removes a rejected workout and workouts of another run', () => {
    const seen = seeBout([], before, lifted(2));
    expect(computeProgress(before, removeBout(seen, 'bout-1')).doneSets).toBe(0);
    expect(removeBout(seen, 'bout-2')).toBe(seen);
    const again = { ...before, runId: 2 };
    expect(computeProgress(again, seen).doneSets).toBe(0);
    expect(computeProgress(again, seeBout(seen, again, lifted(3))).doneSets).toBe(3);
  });

  it('returns the same object while nothing has changed', () => {
    const seen = seeBout([], before, lifted(2));
    expect(seeBout(seen, before, lifted(2))).toBe(seen);
    expect(seeBout(seen, before, null)).toBe(seen);
  });
});

describe('the plan of a machine', () => {
  const machine = { workoutTypeId: chest, minLoad: 5, maxLoad: 100, loadStep: 2.5 };
  const plan = (...items: RunItem[]) => planMachine(items, machine);

  it('is null for a machine outside the menu', () => {
    expect(plan(item(back, 3, 0))).toBeNull();
  });

  it('shows which set comes next, and how long to rest before it', () => {
    expect(plan(item(chest, 3, 0))).toEqual({
      next: { set: 1, sets: 3, reps: 10, loadKg: 40 },
      last: null,
      restSeconds: null,
    });
    expect(plan(item(chest, 3, 2))).toEqual({
      next: { set: 3, sets: 3, reps: 10, loadKg: 40 },
      last: { set: 2, sets: 3 },
      restSeconds: 60,
    });
  });

  it('continues with the second item of a type after a rest of any length', () => {
    expect(plan(item(chest, 3, 3), item(back, 1, 0), item(chest, 2, 0, { reps: 15 }))).toEqual({
      next: { set: 1, sets: 2, reps: 15, loadKg: 40 },
      last: { set: 3, sets: 3 },
      restSeconds: null,
    });
  });

  it('rests within the second item as it says', () => {
    const second = item(chest, 2, 1, { restSeconds: 30 });
    expect(plan(item(chest, 3, 3), second)).toMatchObject({
      next: { set: 2, sets: 2 },
      last: { set: 1, sets: 2 },
      restSeconds: 30,
    });
  });

  it('is empty after everything is done', () => {
    expect(plan(item(chest, 3, 3), item(back, 2, 0))).toMatchObject({
      next: null,
      last: { set: 3, sets: 3 },
      restSeconds: null,
    });
  });

  it('uses a load that the machine can be set to', () => {
    const loadOf = (targetLoadKg: number | null) =>
      plan(item(chest, 1, 0, { targetLoadKg }))?.next?.loadKg;
    expect(loadOf(41)).toBe(40);
    expect(loadOf(300)).toBe(100);
    expect(loadOf(2)).toBe(5);
    expect(loadOf(null)).toBeNull();
  });
});
