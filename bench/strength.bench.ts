import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type StrengthModel, strengthModel } from '@tanren/domain/workouts/strength-model';
import {
  chanceAtLimit,
  chanceOfReps,
  type StrengthState,
  toEfforts,
  updateStrength,
} from '@tanren/domain/workouts/strength';
import type { Measurement } from './measurement.ts';
import { readTrainingLogs, type LoggedPerson } from './data/training-logs.ts';
import { simulateGym } from './data/strength-gym.ts';

const LOGS =
  process.env['STRENGTH_LOGS'] ??
  fileURLToPath(new URL('../../shared/data/training-logs', import.meta.url));

/**
 * Measures the model of strength on training logs and on simulated gyms. `STRENGTH_LOGS=<folder>`
 * names another folder of logs. `docs/strength.md` explains the measures.
 */
export function measure(): Promise<readonly Measurement[]> {
  if (!existsSync(LOGS)) console.log(`strength: no logs in ${LOGS}`);
  const people = existsSync(LOGS) ? readTrainingLogs(LOGS) : [];
  return Promise.resolve([...measureLogs(people), ...measureGyms(), measureGrowth()]);
}

function measureLogs(people: readonly LoggedPerson[]): Measurement[] {
  if (people.length === 0) return [];
  const half = Math.ceil(people.length / 2);
  const halves = [people.slice(0, half), people.slice(half)] as const;
  const [first, second] = halves.map((part) => ({ ...strengthModel, ...fit(part) }));
  return [
    ...compare('shipped constants', people, strengthModel),
    ...(people.length < 2 || first === undefined || second === undefined
      ? []
      : [
          ...compare('fitted and measured on the first half', halves[0], first),
          ...compare('fitted on the first half, measured on the second', halves[1], first),
          ...compare('fitted and measured on the second half', halves[1], second),
          ...compare('fitted on the second half, measured on the first', halves[0], second),
        ]),
  ];
}

/** Shares of the people who may be predicted better by a simple rule, as one of eight. */
const BEATEN_LIMIT = 1 / 8;

function compare(
  name: string,
  people: readonly LoggedPerson[],
  model: StrengthModel,
): Measurement[] {
  const results = people.map((person) => ({ name: person.name, ...predict(person, model) }));
  console.log(`strength, ${name}: mean log score of each workout, coverage of near-failure sets`);
  console.table(
    results.map((one) => ({
      person: one.name,
      workouts: one.workouts,
      model: (one.model / one.workouts).toFixed(3),
      'same reps': (one.sameReps / one.workouts).toFixed(3),
      Epley: (one.epley / one.workouts).toFixed(3),
      nearFailure: one.near,
      coverage: one.near === 0 ? '-' : (one.covered / one.near).toFixed(3),
    })),
  );
  const scored = results.filter(({ workouts }) => workouts > 0);
  const near = results.reduce((sum, one) => sum + one.near, 0);
  const covered = results.reduce((sum, one) => sum + one.covered, 0);
  const limit = Math.max(1, Math.floor(scored.length * BEATEN_LIMIT));
  return [
    {
      name: `strength, ${name}: people for whom same reps or Epley is better`,
      value: scored.filter(({ model: own, sameReps, epley }) => own <= Math.max(sameReps, epley))
        .length,
      limit,
      unit: '',
    },
    {
      name: `strength, ${name}: coverage of 90 % intervals, points from 90 %`,
      value: near === 0 ? 0 : Math.abs((covered / near) * 100 - 90),
      limit: 3,
      unit: '',
    },
  ];
}

/** Predicts each workout from the ones before it. Scores are sums of natural logarithms. */
function predict(person: LoggedPerson, model: StrengthModel) {
  const sums = { workouts: 0, model: 0, sameReps: 0, epley: 0, near: 0, covered: 0, limits: 0 };
  const states = new Map<string, StrengthState>();
  const lasts = new Map<string, { reps: number; oneRepMax: number }>();
  const sameReps = createSpread();
  const epley = createSpread();
  for (const { exercise, at, sets } of person.workouts) {
    const top = sets.reduce((best, set) =>
      set.loadHg > best.loadHg || (set.loadHg === best.loadHg && set.reps.length > best.reps.length)
        ? set
        : best,
    );
    const reps = top.reps.length;
    const before = states.get(exercise) ?? null;
    const last = lasts.get(exercise);
    if (before !== null && last !== undefined) {
      const chance = (set: typeof top, count: number, find: typeof chanceOfReps) =>
        find(
          before,
          {
            workoutTypeId: 0,
            loadHg: set.loadHg,
            reps: count,
            at,
            machineOffset: 0,
            earlierSets: sets.indexOf(set),
          },
          model,
        );
      const byEpley = Math.min(40, Math.max(0, 30 * (last.oneRepMax / top.loadHg - 1)));
      const errors = [reps - last.reps, Math.round(reps - byEpley)] as const;
      sums.workouts += 1;
      sums.model += toScore(chance(top, reps, chanceOfReps));
      sums.sameReps += toScore(sameReps.atLeast(errors[0]));
      sums.epley += toScore(epley.atLeast(errors[1]));
      sameReps.add(errors[0]);
      epley.add(errors[1]);
      for (const [index, set] of sets.entries()) {
        const previous = sets[index - 1];
        if (previous?.loadHg !== set.loadHg || set.reps.length >= previous.reps.length) continue;
        const above = 1 - chance(set, set.reps.length + 1, chanceAtLimit);
        const below = 1 - chance(set, set.reps.length, chanceAtLimit);
        const width = Math.max(above - below, 1e-12);
        sums.near += 1;
        sums.limits += toScore(above - below);
        // Reps are whole numbers, so a set at the edge of the interval counts with the share of its
        // chance that is inside (Czado, Gneiting and Held 2009).
        sums.covered += Math.max(0, Math.min(above, 0.95) - Math.max(below, 0.05)) / width;
      }
    }
    const workout = { workoutTypeId: 0, at, efforts: toEfforts(sets, null), machineOffset: 0 };
    const update = updateStrength(before, { ...workout, plannedReps: null }, model);
    if (update !== null) states.set(exercise, update.state);
    lasts.set(exercise, {
      reps,
      oneRepMax: Math.max(
        ...sets.map((set) => set.loadHg * (set.reps.length === 1 ? 1 : 1 + set.reps.length / 30)),
      ),
    });
  }
  return sums;
}

function toScore(chance: number): number {
  return Math.log(Math.max(chance, 1e-6));
}

/** Collects the errors of a simple rule for one person, and a few of a wide normal distribution. */
function createSpread() {
  const widest = 80;
  const counts = Array.from(
    { length: 2 * widest + 1 },
    (_, at) => 0.5 * Math.exp(-0.5 * ((at - widest) / 4) ** 2),
  );
  const place = (error: number) => Math.min(Math.max(error, -widest), widest) + widest;
  const sumFrom = (at: number) => counts.slice(at).reduce((sum, count) => sum + count, 0);
  return {
    add: (error: number) => {
      counts[place(error)] = (counts[place(error)] ?? 0) + 1;
    },
    atLeast: (error: number) => sumFrom(place(error)) / sumFrom(0),
  };
}

/**
 * Fits the two constants on which the intervals of near-failure sets depend most. The score of "at
 * least" cannot be used: it grows with every overestimate.
 */
function fit(people: readonly LoggedPerson[]): Partial<StrengthModel> {
  let best: Partial<StrengthModel> = {};
  let bestScore = -Infinity;
  for (const stoppedShare of [0.3, 0.5, 0.7]) {
    for (const shortDepth of [0.2, 0.25, 0.3]) {
      const tried = { stoppedShare, shortDepth };
      const results = people.map((person) => predict(person, { ...strengthModel, ...tried }));
      const score = results.reduce((sum, { limits, near }) => sum + limits / Math.max(near, 1), 0);
      if (score > bestScore) [best, bestScore] = [tried, score];
    }
  }
  console.log(`strength: fitted ${JSON.stringify(best)}`);
  return best;
}

/** Measures offsets and moves of machines whose truth is known. */
function measureGyms(): Measurement[] {
  const errors: number[] = [];
  let alarms = 0;
  let machineYears = 0;
  let found = 0;
  const gyms = 6;
  for (let seed = 1; seed <= gyms; seed += 1) {
    const still = simulateGym({ seed, hasPlan: seed % 2 === 0, moveDay: null });
    errors.push(...still.errorsAfter200);
    alarms += still.movedMachines.size;
    machineYears += still.machineYears;
    const moved = simulateGym({ seed: seed + 100, hasPlan: seed % 2 === 0, moveDay: 150 });
    if (moved.movedMachines.has(0)) found += 1;
  }
  const largest = errors.map(Math.abs).toSorted((a, b) => a - b);
  return [
    {
      name: 'strength: error of offsets after 200 crossings, 95th percentile, %',
      value: 100 * (largest[Math.floor(largest.length * 0.95)] ?? Number.NaN),
      limit: 2,
      unit: '',
    },
    {
      name: 'strength: false alarms of 100 machine-years',
      value: (100 * alarms) / machineYears,
      limit: 5,
      unit: '',
    },
    {
      name: 'strength: planted moves of 8 % that are not found, of 100',
      value: 100 * (1 - found / gyms),
      limit: 25,
      unit: '',
    },
  ];
}

/** Compares the time of an update after 20,000 workouts with that after 200. */
function measureGrowth(): Measurement {
  const efforts = [8, 8, 7].map((reps) => ({ loadHg: 600, reps, isLimit: reps === 7 }));
  let state: StrengthState | null = null;
  let day = 0;
  const timeUpdates = (count: number) => {
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) {
      day += 1;
      const at = new Date(day * 86_400_000);
      const workout = { workoutTypeId: 1, at, efforts, machineOffset: 0, plannedReps: null };
      state = updateStrength(state, workout)?.state ?? state;
    }
    return performance.now() - startedAt;
  };
  timeUpdates(20_000);
  state = null;
  const early = Math.min(...Array.from({ length: 20 }, () => timeUpdates(200)));
  timeUpdates(20_000);
  const late = Math.min(...Array.from({ length: 20 }, () => timeUpdates(200)));
  return {
    name: 'strength: time of an update after 20,000 workouts, of that at first',
    value: late / early,
    limit: 1.5,
    unit: 'x',
  };
}
