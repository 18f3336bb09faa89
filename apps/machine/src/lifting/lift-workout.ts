import type { Machine } from '#machine.ts';
import { followSession } from './follow-session.ts';
import type { LiftOptions } from './lift-options.ts';
import { createLifter, strengthFor } from './lifter.ts';
import { planWorkout } from './plan-workout.ts';

/** A bout from the first set to the last; ends early when the link does. */
export async function liftWorkout(machine: Machine, options: LiftOptions): Promise<void> {
  const link = machine.link();
  if (link === null) return;
  const isOver = () => machine.link()?.connectionId !== link.connectionId;
  if (machine.step() === null) await liftFreely(machine, options, isOver);
  else await followSession(machine, options, isOver);
}

async function liftFreely(
  machine: Machine,
  { pace, random, wait }: LiftOptions,
  isOver: () => boolean,
): Promise<void> {
  const lifter = createLifter(strengthFor(machine.loadKg(), random), random);
  for (const { loadKg, reps, restMs } of planWorkout(machine.loadKg(), random)) {
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
