import type { Machine } from '#machine.ts';
import { createLifter, strengthFor } from './lifter.ts';
import type { Pace } from './pace.ts';
import { planWorkout } from './plan-workout.ts';

export interface LiftOptions {
  readonly pace: Pace;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

/** A bout from the first set to the last; ends early when the link does. */
export async function liftWorkout(machine: Machine, options: LiftOptions): Promise<void> {
  const { pace, random, wait } = options;
  const link = machine.link();
  if (link === null) return;
  const isOver = () => machine.link()?.connectionId !== link.connectionId;
  const plan = planWorkout({ items: link.items, loadKg: machine.loadKg() }, random);
  const lifter = createLifter(strengthFor(machine.loadKg(), random), random);

  for (const { loadKg, reps, restMs } of plan) {
    machine.setLoad(loadKg);
    machine.startSet();
    for (const ms of lifter.liftSet(machine.loadKg(), reps)) {
      await wait(pace.repMs(ms));
      if (isOver()) return;
      machine.completeRep(pace.repMs(ms));
    }
    machine.endSet();
    lifter.rest(restMs);
    await wait(pace.restMs(restMs));
    if (isOver()) return;
  }
  machine.finishWorkout();
}
