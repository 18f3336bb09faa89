import type { Machine } from '#machine.ts';
import type { LiftOptions } from './lift-options.ts';
import { createLifter, strengthToFinish } from './lifter.ts';

/**
 * Lifts what the machine shows, set by set, as somebody who can: looks anew before each, because
 * the session may be changed or ended at the telephone meanwhile.
 */
export async function followSession(
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
