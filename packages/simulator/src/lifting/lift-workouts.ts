import type { Machine } from '#machine-setup.ts';
import type { SessionItems } from '#menu-steps.ts';
import { createLifter, strengthFor, strengthToFinish } from './lifter.ts';
import type { Pace } from './rep-timing.ts';

interface LiftOptions {
  readonly pace: Pace;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

interface PlannedSet {
  readonly reps: number;
  /** Rest after the set. */
  readonly restMs: number;
}

/** Plans three or four sets at the same load, like most people do. */
export function planWorkout(random: () => number): PlannedSet[] {
  const sets = random() < 0.7 ? 3 : 4;
  const reps = 8 + Math.floor(random() * 5);
  return Array.from({ length: sets }, () => ({
    reps,
    restMs: 45_000 + Math.round(random() * 75_000),
  }));
}

/**
 * Lifts the sets that the machine shows, as a person who is strong enough. Reads the next step
 * before each set, because the menu may be changed or ended on the phone.
 */
export async function liftMenu(
  machine: Machine,
  { pace, random, wait }: LiftOptions,
  isOver: () => boolean,
): Promise<void> {
  for (let step = machine.step(); step !== null;) {
    if (step.loadKg !== null) machine.setLoad(step.loadKg);
    const strength = strengthToFinish(machine.loadKg(), step.reps);
    machine.startSet();
    for (const ms of createLifter(strength, random).liftSet(machine.loadKg(), step.reps)) {
      await wait(pace.repMs(ms));
      if (isOver()) return;
      machine.completeRep(pace.repMs(ms));
    }
    machine.endSet();
    const next = machine.step();
    if (next?.item === step.item) await wait(pace.restMs(step.restSeconds * 1000));
    if (isOver()) return;
    step = machine.step();
  }
  machine.finishWorkout();
}

/** Lifts a bout from the first set to the last. Ends early when the link ends. */
export async function liftWorkout(machine: Machine, options: LiftOptions): Promise<void> {
  const link = machine.link();
  if (link === null) return;
  const isOver = () => machine.link()?.connectionId !== link.connectionId;
  if (machine.step() === null) await liftFreely(machine, options, isOver);
  else await liftMenu(machine, options, isOver);
}

async function liftFreely(
  machine: Machine,
  { pace, random, wait }: LiftOptions,
  isOver: () => boolean,
): Promise<void> {
  const loadKg = machine.loadKg();
  const bestKg = machine.link()?.recentBestKg ?? null;
  const lifter = createLifter(strengthFor(loadKg, bestKg, random), random);
  for (const { reps, restMs } of planWorkout(random)) {
    machine.setLoad(loadKg);
    machine.startSet();
    const done = lifter.liftSet(machine.loadKg(), reps);
    for (const ms of done) {
      await wait(pace.repMs(ms));
      if (isOver()) return;
      machine.completeRep(pace.repMs(ms));
    }
    const lastMs = done.at(-1);
    if (done.length < reps && lastMs !== undefined) machine.failRep(pace.repMs(lastMs));
    machine.endSet();
    lifter.rest(restMs);
    await wait(pace.restMs(restMs));
    if (isOver()) return;
  }
  machine.finishWorkout();
}

interface AutomaticOptions extends LiftOptions {
  /** Total number of workouts. `null` for one workout after each link or start of a menu. */
  readonly workouts: number | null;
  readonly signal: AbortSignal;
}

const beforeFirstSetMs = 5000;
const pollMs = 50;

/** Simulates members: uses the machine whenever a member is linked. */
export async function liftWhenLinked(machine: Machine, options: AutomaticOptions): Promise<void> {
  let servedLink: string | null = null;
  let servedItems: SessionItems = [];
  for (let done = 0; options.workouts === null || done < options.workouts;) {
    if (options.signal.aborted) return;
    const link = machine.link();
    const isServed =
      options.workouts === null &&
      link?.connectionId === servedLink &&
      (link.items === servedItems || machine.step() === null);
    if (link === null || isServed) {
      await options.wait(pollMs);
      continue;
    }
    await options.wait(options.pace.restMs(beforeFirstSetMs));
    await liftWorkout(machine, options);
    servedLink = link.connectionId;
    servedItems = link.items;
    done += 1;
  }
}
