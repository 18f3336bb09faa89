import type { Machine } from '#machine.ts';
import type { SessionItems } from '#session-steps.ts';
import type { LiftOptions } from './lift-options.ts';
import { liftWorkout } from './lift-workout.ts';

export interface AutomaticOptions extends LiftOptions {
  /** Workouts in all; null: one each time somebody links, or begins a session. */
  readonly workouts: number | null;
  readonly signal: AbortSignal;
}

const beforeFirstSetMs = 5000;
const lookMs = 50;

/** Stands in for the member: whenever there is something to do, the machine is used. */
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
      await options.wait(lookMs);
      continue;
    }
    await options.wait(options.pace.restMs(beforeFirstSetMs));
    await liftWorkout(machine, options);
    servedLink = link.connectionId;
    servedItems = link.items;
    done += 1;
  }
}
