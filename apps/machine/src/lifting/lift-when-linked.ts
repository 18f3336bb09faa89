import type { Machine } from '#machine.ts';
import { liftWorkout, type LiftOptions } from './lift-workout.ts';

export interface AutomaticOptions extends LiftOptions {
  /** Workouts in all; null: one each time somebody links. */
  readonly workouts: number | null;
  readonly signal: AbortSignal;
}

const beforeFirstSetMs = 5000;
const lookMs = 50;

/** Stands in for the member: whenever somebody has linked, the machine is used. */
export async function liftWhenLinked(machine: Machine, options: AutomaticOptions): Promise<void> {
  let servedLink: string | null = null;
  for (let done = 0; options.workouts === null || done < options.workouts;) {
    const connectionId = machine.link()?.connectionId ?? null;
    const isServed = options.workouts === null && connectionId === servedLink;
    if (options.signal.aborted) return;
    if (connectionId === null || isServed) {
      await options.wait(lookMs);
      continue;
    }
    await options.wait(options.pace.restMs(beforeFirstSetMs));
    await liftWorkout(machine, options);
    servedLink = connectionId;
    done += 1;
  }
}
