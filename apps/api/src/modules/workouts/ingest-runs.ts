import { overlapsRun, type RunTimes } from '@tanren/domain/session-runs';
import type { Transaction } from '#db/database.ts';
import type { AcceptedWorkout, PlacedWorkout } from './ingest-plan.ts';
import { selectNearbyRuns } from './ingest-runs.store.ts';

/** A member doing a session, as far as workouts ask. */
interface NearbyRun extends RunTimes {
  readonly id: number;
  readonly items: readonly { readonly workoutTypeId: number }[];
}

/**
 * Finds the session each workout was done in. The runs need no lock: whoever erases a member
 * waits for the links, which we hold.
 */
export async function placeInRuns(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
): Promise<PlacedWorkout[]> {
  const bouts = accepted.map(({ link: { sub }, workout: { startedAt, endedAt } }) => ({
    sub,
    startedAt,
    endedAt,
  }));
  const nearby = accepted.map((): NearbyRun[] => []);
  for (const { place, ...run } of await selectNearbyRuns(tx, bouts)) nearby[place - 1]?.push(run);
  return accepted.map((one, at) => ({ ...one, sessionRunId: chooseRun(one, nearby[at] ?? []) }));
}

/**
 * Of the member's runs the one that went on at the time and has the type in it; the newest when
 * one was started while a set of another was under way. When the workout arrived does not matter.
 */
function chooseRun({ link, workout }: AcceptedWorkout, runs: readonly NearbyRun[]): number | null {
  let chosen: NearbyRun | null = null;
  for (const run of runs) {
    const hasType = run.items.some(({ workoutTypeId }) => workoutTypeId === link.workoutTypeId);
    const isItsRun = hasType && overlapsRun(run, workout);
    if (isItsRun && (chosen === null || isNewer(run, chosen))) chosen = run;
  }
  return chosen?.id ?? null;
}

function isNewer(a: NearbyRun, b: NearbyRun): boolean {
  const later = a.startedAt.getTime() - b.startedAt.getTime();
  return later > 0 || (later === 0 && a.id > b.id);
}
