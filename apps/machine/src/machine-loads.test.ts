import type { CommandMessage } from '@tanren/contract/machines/machine-messages';
import { isUnusuallyHeavy } from '@tanren/domain/workouts/loads';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createControls } from '#command-line/controls.ts';
import { createRepSensor } from '@tanren/simulator/lifting/rep-timing';
import {
  eventually,
  linked,
  makeScratchFolder,
  openTestGym,
  startTestMachine,
  type TestGym,
  type TestMachine,
} from '@tanren/simulator/testing/test-gym';
import { snapLoad, stepLoad } from '@tanren/simulator/rep-counter';

const hectograms = (min: number, max: number) => fc.integer({ min, max }).map((hg) => hg / 10);
const range = fc
  .tuple(hectograms(0, 200), hectograms(10, 3000), hectograms(1, 100))
  .map(([minLoad, width, loadStep]) => ({
    minLoad,
    maxLoad: Math.round((minLoad + width) * 10) / 10,
    loadStep,
  }));

function expectReachable(
  kg: number,
  { minLoad, maxLoad, loadStep }: { minLoad: number; maxLoad: number; loadStep: number },
) {
  expect(kg).toBeGreaterThanOrEqual(minLoad);
  expect(kg).toBeLessThanOrEqual(maxLoad);
  const steps = Math.round((kg - minLoad) * 10) % Math.round(loadStep * 10);
  expect(steps === 0 || kg === maxLoad).toBe(true);
  expect(Math.round(kg * 10) / 10).toBe(kg);
}

test('rounds every load to a step of the machine', () => {
  fc.assert(
    fc.property(range, fc.double({ min: -1000, max: 5000, noNaN: true }), (stack, kg) => {
      expectReachable(snapLoad(kg, stack), stack);
      expect(snapLoad(snapLoad(kg, stack), stack)).toBe(snapLoad(kg, stack));
    }),
  );
});

test('a step up is heavier and a step down lighter, except at the ends', () => {
  fc.assert(
    fc.property(range, fc.double({ min: 0, max: 500, noNaN: true }), (stack, kg) => {
      const now = snapLoad(kg, stack);
      const up = stepLoad(now, 1, stack);
      const down = stepLoad(now, -1, stack);
      expectReachable(up, stack);
      expectReachable(down, stack);
      expect(up > now || now === stack.maxLoad).toBe(true);
      expect(down < now || now === stack.minLoad).toBe(true);
    }),
  );
});

/*
 * Loads that are sent, typed and confirmed. The machine has loads from 5 to 120 kg in steps of 2.5
 * kg.
 */

vi.setConfig({ testTimeout: 60_000 });

type LinkedChanges = Partial<Extract<CommandMessage, { type: 'linked' }>>;

async function startLinked(changes: LinkedChanges) {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { resendMs: 60_000 });
  await own.saw('connected');
  await gym.command({ ...linked, ...changes });
  await own.saw('linked');
  return { gym, own };
}

/** Sends a command, and waits until the machine has answered with its state. */
async function publish(gym: TestGym, changes: LinkedChanges): Promise<void> {
  const before = gym.live.length;
  await gym.command({ ...linked, ...changes });
  await eventually(() => gym.live.length > before);
}

const questions = ({ events }: TestMachine) =>
  events.filter(({ event }) => event === 'confirm-load');

test('a load far above the best is applied only after a press, and stays at the best until then', async () => {
  const { own } = await startLinked({ nextLoadKg: 120, chosenByTrainer: true, recentBestKg: 40 });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([40, 120]);
  expect(questions(own)).toEqual([{ event: 'confirm-load', loadKg: 120, recentBestKg: 40 }]);
  own.machine.confirmLoad();
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([120, null]);
  // A confirmation without a question does nothing.
  own.machine.setLoad(50);
  own.machine.confirmLoad();
  expect(own.machine.loadKg()).toBe(50);
});

test('the same applies to a load of a menu, item by item', async () => {
  const item = { sets: 1, reps: 3, restSeconds: 0 };
  const items = [
    { ...item, loadKg: 40 },
    { ...item, loadKg: 100 },
  ];
  const { own } = await startLinked({ items, recentBestKg: 40 });
  expect([own.machine.loadKg(), questions(own)]).toEqual([40, []]);
  own.machine.completeRep(2000);
  own.machine.endSet();
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([40, 100]);
  expect(questions(own)).toHaveLength(1);
});

test('moving the pin by hand counts as the answer', async () => {
  const { own } = await startLinked({ nextLoadKg: 120, chosenByTrainer: true, recentBestKg: 40 });
  own.machine.setLoad(45);
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([45, null]);
});

test('applies every load without a record to compare with', async () => {
  const { own } = await startLinked({
    nextLoadKg: null,
    recentBestKg: null,
    items: [{ sets: 1, reps: 3, loadKg: 100, restSeconds: 0 }],
  });
  expect([own.machine.loadKg(), questions(own)]).toEqual([100, []]);
});

test('starts at the lightest load for a member without a next load', async () => {
  const { gym, own } = await startLinked({});
  own.machine.setLoad(80);
  await publish(gym, {
    connectionId: '0d6a8a52-6f1c-4d0c-9a5e-2f7b1c9d3e4f',
    nextLoadKg: null,
    recentBestKg: null,
  });
  expect(own.machine.loadKg()).toBe(5);
});

test("applies a trainer's load at once when it is chosen, changed or taken back", async () => {
  const { gym, own } = await startLinked({});
  await publish(gym, { nextLoadKg: 45, chosenByTrainer: true });
  expect(own.machine.loadKg()).toBe(45);
  await publish(gym, { nextLoadKg: 100, chosenByTrainer: true });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([50, 100]);
  await publish(gym, { nextLoadKg: 42.5 });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([42.5, null]);
  expect(own.events.filter(({ event }) => event === 'next-load')).toMatchObject([
    { nextLoadKg: 45 },
    { nextLoadKg: 100 },
    { nextLoadKg: 42.5 },
  ]);
  // A plan does not change the load while the member is lifting.
  own.machine.completeRep(2000);
  await publish(gym, { nextLoadKg: 30, chosenByTrainer: true });
  own.machine.endSet();
  expect(own.machine.loadKg()).toBe(42.5);
});

test('applies the computed next load only at the next visit', async () => {
  const { gym, own } = await startLinked({});
  await publish(gym, { nextLoadKg: 45 });
  expect(own.machine.loadKg()).toBe(42.5);
});

test('a menu never sets a load that would need a press', async () => {
  const { gym, own } = await startLinked({});
  const loads = fc.integer({ min: 2, max: 48 }).map((steps) => steps * 2.5);
  await fc.assert(
    fc.asyncProperty(loads, loads, async (nextLoadKg, recentBestKg) => {
      await publish(gym, { nextLoadKg: 5, chosenByTrainer: true, recentBestKg });
      await publish(gym, { nextLoadKg, chosenByTrainer: true, recentBestKg });
      const loadKg = own.machine.loadKg();
      expect(isUnusuallyHeavy(loadKg * 10, recentBestKg * 10)).toBe(false);
      expect(own.machine.unconfirmedKg() ?? loadKg).toBe(nextLoadKg);
    }),
    { numRuns: 50 },
  );
});

test('sets a typed load exactly, or rejects it', async () => {
  const { own } = await startLinked({});
  const controls = createControls(
    own.machine,
    createRepSensor(() => new Date()),
    () => {},
  );
  controls.obey('load 37.5');
  expect(own.machine.loadKg()).toBe(37.5);
  for (const typed of ['375', '33', '999', '0']) controls.obey(`load ${typed}`);
  expect(own.machine.loadKg()).toBe(37.5);
  expect(own.events.filter(({ event }) => event === 'load-refused')).toEqual(
    [375, 33, 999, 0].map((loadKg) => ({ event: 'load-refused', loadKg })),
  );
});
