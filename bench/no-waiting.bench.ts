import { type Measurement, quantile } from './measurement.ts';
import { inventPeople } from './data/gym-people.ts';
import { type Guess, type Policy, simulateEvening, type Visit } from './data/busy-gym.ts';

/** Machines of a gym that bought by the demand of the demo's menus. */
const floor = [1, 1, 1, 3, 4, 4, 5, 5, 8, 9, 11, 11, 11, 12, 13, 13];
const visitCounts = [60, 90, 120];
const evenings = 20;
/** Evenings in fixed order before, from which the usual waits are known. */
const pastEvenings = 10;
const appShare = 0.5;

/**
 * Measures waits in a full gym by discrete-event simulation. `docs/no-waiting.md` explains the
 * measures.
 */
export function measure(): Promise<readonly Measurement[]> {
  const gyms = visitCounts.map((visits) => ({ visits, ...simulateGym(visits) }));
  for (const { visits, results } of gyms) {
    console.log(`no waiting, ${visits} visits an evening: minutes of a visit`);
    console.table(
      Object.entries(results).flatMap(([policy, { visits: all }]) =>
        [true, false].map((usesApp) => ({ policy, usesApp, ...summarize(all, usesApp) })),
      ),
    );
  }
  const guesses = gyms.flatMap(({ results }) => results.ours.guesses);
  describeGuesses(
    'with a plan',
    guesses.filter(({ hasPlan }) => hasPlan),
  );
  describeGuesses(
    'without a plan',
    guesses.filter(({ hasPlan }) => !hasPlan),
  );
  const sum = (policy: Policy, usesApp: boolean) =>
    sumWaits(
      gyms.flatMap(({ results }) => results[policy].visits),
      usesApp,
    );
  return Promise.resolve([
    {
      name: 'no waiting: wait with the app, of that in fixed order, all evenings',
      value: sum('ours', true) / sum('fixed', true),
      limit: 0.7,
      unit: 'x',
    },
    {
      name: 'no waiting: wait with the app, of that in greedy order, all evenings',
      value: sum('ours', true) / sum('greedy', true),
      limit: 1,
      unit: 'x',
    },
    ...gyms.map(({ visits, results }): Measurement => {
      return {
        name: `no waiting: wait without the app, of that before, ${visits} visits`,
        value: sumWaits(results.ours.visits, false) / sumWaits(results.fixed.visits, false),
        limit: 1.05,
        unit: 'x',
      };
    }),
    {
      name: 'no waiting: median error of the expected minutes, in minutes',
      value: quantile(guesses.map(findError), 0.5),
      limit: 1.5,
      unit: '',
    },
  ]);
}

function simulateGym(visits: number) {
  const past = simulate('fixed', {
    visits,
    count: pastEvenings,
    firstSeed: 1_000_000,
    typicalWaits: new Map(),
  });
  const typicalWaits = new Map(
    [...new Set(floor)].map((type) => {
      const waits = past.waits.filter(({ workoutTypeId }) => workoutTypeId === type);
      return [type, waits.reduce((sum, { seconds }) => sum + seconds, 0) / 60 / waits.length];
    }),
  );
  const settings = { visits, count: evenings, firstSeed: visits, typicalWaits };
  return {
    results: {
      fixed: simulate('fixed', settings),
      greedy: simulate('greedy', settings),
      ours: simulate('ours', settings),
    },
  };
}

interface Settings {
  readonly visits: number;
  readonly count: number;
  readonly firstSeed: number;
  readonly typicalWaits: ReadonlyMap<number, number>;
}

function simulate(policy: Policy, { visits, count, firstSeed, typicalWaits }: Settings) {
  const results = Array.from({ length: count }, (_, evening) => {
    const people = inventPeople(firstSeed + 7919 * evening, visits, appShare);
    return simulateEvening({ people, floor, policy, typicalWaits });
  });
  return {
    visits: results.flatMap((one) => one.visits),
    guesses: results.flatMap((one) => one.guesses),
    waits: results.flatMap((one) => one.waits),
  };
}

const ofPeople = (visits: readonly Visit[], usesApp: boolean) =>
  visits.filter(({ person }) => person.usesApp === usesApp);

function sumWaits(visits: readonly Visit[], usesApp: boolean): number {
  return ofPeople(visits, usesApp).reduce((sum, { waitSeconds }) => sum + waitSeconds, 0);
}

function summarize(all: readonly Visit[], usesApp: boolean) {
  const visits = ofPeople(all, usesApp);
  const waits = visits.map(({ waitSeconds }) => waitSeconds / 60);
  const lengths = visits.map(({ lengthSeconds }) => lengthSeconds / 60);
  return {
    visits: visits.length,
    'mean wait': mean(waits).toFixed(1),
    '95 % wait': quantile(waits, 0.95).toFixed(1),
    'mean length': mean(lengths).toFixed(1),
    '95 % length': quantile(lengths, 0.95).toFixed(1),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function findError({ expectedMinutes, realMinutes }: Guess): number {
  return Math.abs(expectedMinutes - realMinutes);
}

function describeGuesses(name: string, guesses: readonly Guess[]): void {
  const errors = guesses.map(findError);
  const inside = guesses.filter((guess) => findError(guess) <= guess.errorMinutes).length;
  const bias = mean(guesses.map((guess) => guess.expectedMinutes - guess.realMinutes));
  console.log(
    `no waiting, expected minutes ${name}: ${guesses.length} moments, median error ` +
      `${quantile(errors, 0.5).toFixed(2)}, 95 % ${quantile(errors, 0.95).toFixed(2)}, ` +
      `mean difference ${bias.toFixed(2)}, ` +
      `${((100 * inside) / guesses.length).toFixed(0)} % within the stated error`,
  );
}
