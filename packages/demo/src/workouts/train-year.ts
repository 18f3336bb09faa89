import {
  type LiftedSet,
  summarizeWorkout,
  type WorkoutSummary,
} from '@tanren/domain/workouts/workouts';
import { type DemoMachine, demoMachines, findDemoGym } from '#gyms/demo-gyms.ts';
import type { DemoPerson, DemoTraining, Favourite } from '#members/demo-person.ts';
import { createProgress, liftSets, planWorkout, type Progress, recordWorkout } from './progress.ts';
import { createRandom, type Random } from '#random.ts';

/** Times at which machines are in use, so that two members never use one at once. */
export interface MachineHours {
  /** Returns the first time from `fromMs` on at which the machine is free for `lastsMs`. */
  findFree(machineId: number, fromMs: number, lastsMs: number): number;
  occupy(machineId: number, fromMs: number, lastsMs: number): void;
}

/** Time to get up, wipe the seat and sit down. */
const changeMs = 60_000;
/** A workout is shorter than a bucket, so it overlaps only with its own and adjacent buckets. */
const bucketMs = 6 * 60 * 60 * 1000;

export function createMachineHours(): MachineHours {
  const busy = new Map<number, { fromMs: number; untilMs: number }[]>();
  const key = (machineId: number, bucket: number) => bucket * 1000 + machineId;
  const listAround = (machineId: number, ms: number) => {
    const bucket = Math.floor(ms / bucketMs);
    return [bucket - 1, bucket, bucket + 1].flatMap((near) => busy.get(key(machineId, near)) ?? []);
  };
  return {
    findFree(machineId, fromMs, lastsMs) {
      let startMs = fromMs;
      for (;;) {
        const untilMs = startMs + lastsMs;
        const inTheWay = listAround(machineId, startMs).find(
          (use) => use.fromMs < untilMs + changeMs && use.untilMs + changeMs > startMs,
        );
        if (inTheWay === undefined) return startMs;
        startMs = inTheWay.untilMs + changeMs;
      }
    },
    occupy(machineId, fromMs, lastsMs) {
      const bucket = key(machineId, Math.floor(fromMs / bucketMs));
      const uses = busy.get(bucket) ?? [];
      uses.push({ fromMs, untilMs: fromMs + lastsMs });
      busy.set(bucket, uses);
    },
  };
}

/** A set as it is stored. Single reps are no rows, because a million rows would be too many. */
export interface DemoSet {
  readonly loadHg: number;
  readonly repLoadsHg: number[];
  readonly repMs: number[];
}

export interface DemoWorkout {
  readonly workoutUuid: string;
  readonly sub: string;
  readonly machine: DemoMachine;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly DemoSet[];
  readonly summary: WorkoutSummary;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const midnightMinute = 24 * 60;
/** Members with a usual time this late sometimes start at `nightMinute` and stay past midnight. */
const lateMinute = 21 * 60;
const nightMinute = 23 * 60 + 20;
/** The night is never yesterday: a visitor right after midnight must not see a future workout. */
const isNight = (daysAgo: number) => daysAgo % 23 === 9;

/**
 * Returns all workouts of one person, the oldest first. `midnight` is the start of today at the
 * gym.
 */
export function trainYear(
  person: DemoPerson,
  seed: number,
  midnight: Date,
  hours: MachineHours,
): DemoWorkout[] {
  const { training } = person;
  if (training === null) return [];
  const { opensMinute, closesMinute } = findDemoGym(training.gymId).hours;
  const random = createRandom(seed);
  const progresses = training.favourites.map(createProgress);
  return training.visits.flatMap((daysAgo) => {
    const dayStartMs = midnight.getTime() - daysAgo * dayMs;
    const staysLate =
      isNight(daysAgo) && training.startMinute >= lateMinute && closesMinute > midnightMinute;
    const lastMinute = staysLate ? closesMinute : Math.min(closesMinute, midnightMinute);
    const usualMinute = staysLate ? nightMinute : training.startMinute;
    const startMinute = Math.max(opensMinute, random.around(usualMinute, 35));
    let clockMs = dayStartMs + Math.round(startMinute * minuteMs);
    const done: DemoWorkout[] = [];
    // The types of a day do not depend on the loads before it, so that another rule for loads leaves
    // the demo's menus and visits as they are.
    const dayRandom = createRandom(seed * 1000 + daysAgo);
    for (const progress of chooseTypes(dayRandom, training, progresses, daysAgo)) {
      const machine = findMachine(training.gymId, progress.favourite);
      const plan = planWorkout(random, progress, {
        daysAgo,
        now: new Date(clockMs),
        range: machine,
      });
      const sets = liftSets(random, { ...plan, maxReps: training.maxReps, range: machine });
      const lastsMs = measure(random, sets);
      const startMs = hours.findFree(machine.id, clockMs, lastsMs);
      if (startMs + lastsMs >= dayStartMs + lastMinute * minuteMs) break;
      hours.occupy(machine.id, startMs, lastsMs);
      const summary = summarizeWorkout(sets);
      const startedAt = new Date(startMs);
      const endedAt = new Date(startMs + lastsMs);
      recordWorkout(progress, summary, daysAgo, startedAt, sets);
      done.push({
        workoutUuid: random.uuid(),
        sub: person.sub,
        machine,
        startedAt,
        endedAt,
        sets: sets.map(packSet),
        summary,
      });
      clockMs = endedAt.getTime() + random.integer(90_000, 300_000);
    }
    return done;
  });
}

/** Chooses types, mostly those that were not trained for the longest time. */
function chooseTypes(
  random: Random,
  { typesPerVisit }: DemoTraining,
  progresses: readonly Progress[],
  daysAgo: number,
): Progress[] {
  const count = random.integer(typesPerVisit.min, typesPerVisit.max);
  return progresses
    .filter(({ favourite }) => daysAgo >= favourite.untilDaysAgo)
    .map((progress) => ({
      progress,
      waited: Math.min(progress.lastDaysAgo - daysAgo, 30) + random.next() * 4,
    }))
    .toSorted((a, b) => b.waited - a.waited)
    .slice(0, count)
    .map(({ progress }) => progress);
}

function findMachine(gymId: number, { workoutTypeId }: Favourite): DemoMachine {
  const machine = demoMachines.find(
    (candidate) => candidate.gymId === gymId && candidate.workoutTypeId === workoutTypeId,
  );
  if (machine === undefined) throw new Error(`gym ${gymId} has no machine for ${workoutTypeId}`);
  return machine;
}

/** Returns the duration of the reps and the rests between the sets. */
function measure(random: Random, sets: readonly LiftedSet[]): number {
  let ms = 0;
  for (const [index, { reps }] of sets.entries()) {
    if (index > 0) ms += random.integer(45_000, 120_000);
    for (const rep of reps) ms += rep.ms;
  }
  return ms;
}

function packSet({ loadHg, reps }: LiftedSet): DemoSet {
  return { loadHg, repLoadsHg: reps.map((rep) => rep.loadHg), repMs: reps.map((rep) => rep.ms) };
}
