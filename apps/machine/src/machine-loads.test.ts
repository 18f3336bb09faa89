import fc from 'fast-check';
import type { CommandMessage } from '@tanren/contract/machine-messages';
import { isUnusuallyHeavy } from '@tanren/domain/loads';
import { expect, test, vi } from 'vitest';
import { createControls } from '#command-line/controls.ts';
import { createRepSensor } from '#lifting/rep-sensor.ts';
import { linked, makeScratchFolder, openTestGym, type TestGym } from '#testing/test-gym.ts';
import { eventually, startTestMachine, type TestMachine } from '#testing/test-machine.ts';

/* Loads that are told, typed and confirmed. The machine goes from 5 to 120 kg by 2.5 kg. */

vi.setConfig({ testTimeout: 60_000 });

type Told = Partial<Extract<CommandMessage, { type: 'linked' }>>;

async function startLinked(told: Told) {
  const gym = await openTestGym();
  const own = startTestMachine(gym.url, await makeScratchFolder(), { resendMs: 60_000 });
  await own.saw('connected');
  await gym.command({ ...linked, ...told });
  await own.saw('linked');
  return { gym, own };
}

/** Tells it, and waits until the machine has heard: it answers with its state. */
async function tell(gym: TestGym, told: Told): Promise<void> {
  const heard = gym.live.length;
  await gym.command({ ...linked, ...told });
  await eventually(() => gym.live.length > heard);
}

const questions = ({ events }: TestMachine) =>
  events.filter(({ event }) => event === 'confirm-load');

test('a load far above the best waits for a press, at the best', async () => {
  const { own } = await startLinked({ nextLoadKg: 120, chosenByTrainer: true, recentBestKg: 40 });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([40, 120]);
  expect(questions(own)).toEqual([{ event: 'confirm-load', loadKg: 120, recentBestKg: 40 }]);
  own.machine.confirmLoad();
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([120, null]);
  // A press without a question does nothing.
  own.machine.setLoad(50);
  own.machine.confirmLoad();
  expect(own.machine.loadKg()).toBe(50);
});

test('so does a load of a session, item by item', async () => {
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

test('whoever moves the pin by hand has answered', async () => {
  const { own } = await startLinked({ nextLoadKg: 120, chosenByTrainer: true, recentBestKg: 40 });
  own.machine.setLoad(45);
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([45, null]);
});

test('without a record there is nothing to compare with', async () => {
  const { own } = await startLinked({
    nextLoadKg: null,
    recentBestKg: null,
    items: [{ sets: 1, reps: 3, loadKg: 100, restSeconds: 0 }],
  });
  expect([own.machine.loadKg(), questions(own)]).toEqual([100, []]);
});

test('a load that a trainer chooses, changes or takes back counts at once', async () => {
  const { gym, own } = await startLinked({});
  await tell(gym, { nextLoadKg: 45, chosenByTrainer: true });
  expect(own.machine.loadKg()).toBe(45);
  await tell(gym, { nextLoadKg: 100, chosenByTrainer: true });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([50, 100]);
  await tell(gym, { nextLoadKg: 42.5 });
  expect([own.machine.loadKg(), own.machine.unconfirmedKg()]).toEqual([42.5, null]);
  expect(own.events.filter(({ event }) => event === 'next-load')).toMatchObject([
    { nextLoadKg: 45 },
    { nextLoadKg: 100 },
    { nextLoadKg: 42.5 },
  ]);
  // What somebody lifts already, they have chosen.
  own.machine.completeRep(2000);
  await tell(gym, { nextLoadKg: 30, chosenByTrainer: true });
  own.machine.endSet();
  expect(own.machine.loadKg()).toBe(42.5);
});

test("the rule's own next load is for the next visit", async () => {
  const { gym, own } = await startLinked({});
  await tell(gym, { nextLoadKg: 45 });
  expect(own.machine.loadKg()).toBe(42.5);
});

test('no plan sets it above what needs no press', async () => {
  const { gym, own } = await startLinked({});
  const loads = fc.integer({ min: 2, max: 48 }).map((steps) => steps * 2.5);
  await fc.assert(
    fc.asyncProperty(loads, loads, async (nextLoadKg, recentBestKg) => {
      await tell(gym, { nextLoadKg: 5, chosenByTrainer: true, recentBestKg });
      await tell(gym, { nextLoadKg, chosenByTrainer: true, recentBestKg });
      const loadKg = own.machine.loadKg();
      expect(isUnusuallyHeavy(loadKg * 10, recentBestKg * 10)).toBe(false);
      expect(own.machine.unconfirmedKg() ?? loadKg).toBe(nextLoadKg);
    }),
    { numRuns: 50 },
  );
});

test('what is typed is set as it is, or refused', async () => {
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
