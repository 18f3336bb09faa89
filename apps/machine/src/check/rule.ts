import type { Evidence, Seen } from './evidence.ts';

/** A rule that a machine must keep. `docs/machines/machine-check.md` lists all of them. */
export interface Rule {
  readonly name: string;
  /** Duty of the machine, in one or two sentences. */
  readonly expected: string;
  /** Hint for the maker of a machine that breaks the rule. */
  readonly advice: string;
  /**
   * Describes what the machine did wrong. `null` when it kept the rule, `undefined` when the
   * recording does not show it.
   */
  readonly judge: (evidence: Evidence) => string | null | undefined;
}

/** Returns the first finding of a list of checks. */
export function findFirst<T>(
  items: readonly T[],
  describe: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const finding = describe(item, index);
    if (finding !== null) return finding;
  }
  return null;
}

/** Describes a list of reps per set for a person, such as `3 + 2 reps`. */
export function describeSets(sets: readonly { readonly reps: readonly unknown[] }[]): string {
  return `${sets.map(({ reps }) => reps.length).join(' + ')} reps`;
}

/** Returns the ids of the links that began in a step. */
export function listLinks(evidence: Evidence, step: string): string[] | undefined {
  const range = evidence.findStep(step);
  if (range === null) return undefined;
  return listWithin(evidence.commands, range).flatMap(({ message }) =>
    message.type === 'linked' ? [message.connectionId] : [],
  );
}

export function listWithin<T extends Seen<unknown>>(
  seen: readonly T[],
  { from, to }: { readonly from: number; readonly to: number },
): T[] {
  return seen.filter(({ line }) => line >= from && line < to);
}

/**
 * Checks that all copies of the workouts of a link are the same workout with these reps per set.
 */
export function judgeWorkout(
  evidence: Evidence,
  connectionId: string,
  wanted: readonly number[],
): string | null {
  const copies = evidence.linkedWorkouts
    .map(({ message }) => message)
    .filter((message) => message.connectionId === connectionId);
  const [first] = copies;
  if (first === undefined) return 'no workout arrived';
  const uuids = new Set(copies.map(({ workoutUuid }) => workoutUuid));
  if (uuids.size > 1) return `${uuids.size} workouts arrived, each with its own workoutUuid`;
  const lifted = copies.find(({ sets }) => describeSets(sets) !== describeSets(toSets(wanted)));
  if (lifted === undefined) return null;
  return `the workout has ${describeSets(lifted.sets)}, and ${describeSets(toSets(wanted))} were lifted`;
}

function toSets(counts: readonly number[]) {
  return counts.map((length) => ({ reps: Array.from({ length }) }));
}
