import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';

/** What is lifted right now, as far as a page has heard. */
export interface LiftedBout {
  readonly workoutUuid: string;
  readonly workoutTypeId: number;
  /** Ended ones; the one under way is not in it. */
  readonly doneSets: number;
  /** Of all its reps so far. */
  readonly tfo: number;
  /** When something was last lifted. */
  readonly endedAt: string;
}

/** A bout that the server may not have stored yet, and what was done of its type before it. */
export interface SeenBout extends LiftedBout {
  readonly runId: number;
  readonly doneBefore: number;
}

type Run = Pick<TrainingSessionRun, 'runId' | 'items'>;

function countStoredSets(run: Run, workoutTypeId: number): number {
  return run.items
    .filter((item) => item.workoutTypeId === workoutTypeId)
    .reduce((sum, { doneSets }) => sum + doneSets, 0);
}

/** Sets of a type, stored or seen: never both, whichever of the two is told first. */
export function countDoneSets(run: Run, seen: readonly SeenBout[], workoutTypeId: number): number {
  const stored = countStoredSets(run, workoutTypeId);
  return seen
    .filter((bout) => bout.runId === run.runId && bout.workoutTypeId === workoutTypeId)
    .reduce((most, { doneBefore, doneSets }) => Math.max(most, doneBefore + doneSets), stored);
}

/**
 * A machine forgets a bout when it sends it off, before the server has told of it: what was seen
 * counts until then. One bout of each type is enough, each stands on those before it.
 */
export function seeBout(
  seen: readonly SeenBout[],
  run: Run,
  bout: LiftedBout | null,
): readonly SeenBout[] {
  if (bout === null) return seen;
  const { workoutUuid, workoutTypeId, doneSets } = bout;
  const known = seen.find((other) => other.workoutTypeId === workoutTypeId);
  const isSame = known?.workoutUuid === workoutUuid && known.runId === run.runId;
  if (isSame && known.doneSets === doneSets && known.tfo === bout.tfo) return seen;
  const doneBefore = isSame ? known.doneBefore : countDoneSets(run, seen, workoutTypeId);
  const others = seen.filter((other) => other !== known);
  return [...others, { ...bout, runId: run.runId, doneBefore }];
}

/** Those that the server has not told of yet. */
export function listUnstored(run: Run, seen: readonly SeenBout[]): readonly SeenBout[] {
  return seen.filter(
    ({ runId, workoutTypeId, doneBefore, doneSets }) =>
      runId === run.runId && doneBefore + doneSets > countStoredSets(run, workoutTypeId),
  );
}

/** The server has refused it: it was nothing. */
export function dropBout(
  seen: readonly SeenBout[],
  workoutUuid: string | null,
): readonly SeenBout[] {
  return seen.some((bout) => bout.workoutUuid === workoutUuid)
    ? seen.filter((bout) => bout.workoutUuid !== workoutUuid)
    : seen;
}
