import type { RunItem, TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { Visit } from '@tanren/contract/workouts/visits';
import {
  type LoadRange,
  settableAtMost,
  toHectograms,
  toKilograms,
  toSettable,
} from '@tanren/domain/workouts/loads';
import { allotDoneSets } from '@tanren/domain/menus/menu-runs';
import { countSessionSets, listSessionTypes } from '@tanren/domain/menus/menus';
import { formatKg } from '#lib/number-format.ts';

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
function countDoneSets(run: Run, seen: readonly SeenBout[], workoutTypeId: number): number {
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
function listUnstored(run: Run, seen: readonly SeenBout[]): readonly SeenBout[] {
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

/** The visit as far as it is stored, with what the machine still has of it. */
export function sumUpVisit(
  visit: Visit | null,
  unstored: readonly LiftedBout[],
  startedAt: string,
): Pick<Visit, 'workoutTypeIds' | 'setCount' | 'tfo' | 'minutes'> {
  const types = [
    ...(visit?.workoutTypeIds ?? []),
    ...unstored.map(({ workoutTypeId }) => workoutTypeId),
  ];
  const tfos = [visit?.tfo ?? 0, ...unstored.map(({ tfo }) => tfo)];
  const start = Date.parse(visit?.startedAt ?? startedAt);
  const ends = [visit?.endedAt ?? startedAt, ...unstored.map(({ endedAt }) => endedAt)];
  const end = Math.max(...ends.map((at) => Date.parse(at)));
  return {
    workoutTypeIds: [...new Set(types)],
    setCount: unstored.reduce((sum, { doneSets }) => sum + doneSets, visit?.setCount ?? 0),
    // In hectograms, because tenths do not add up exactly.
    tfo: toKilograms(tfos.reduce((sum, tfo) => sum + toHectograms(tfo), 0)),
    minutes: Math.max(visit?.minutes ?? 0, Math.round((end - start) / 60_000)),
  };
}

export function describeSets({ sets, reps }: Pick<RunItem, 'sets' | 'reps'>): string {
  return `${sets}セット×${reps}回`;
}

/** What is left of an item. */
export function describeRest(item: Pick<RunItem, 'sets' | 'reps' | 'doneSets'>): string {
  const left = describeSets({ sets: item.sets - item.doneSets, reps: item.reps });
  return item.doneSets > 0 ? `残り${left}` : left;
}

/** Whoever has no record of the type finds the load on the machine. */
export function describeTarget({ targetLoadKg }: Pick<RunItem, 'targetLoadKg'>): string {
  return targetLoadKg === null ? '軽い重量から' : `${formatKg(targetLoadKg)}kg`;
}

/** How far the session is, with what is lifted right now. */
export interface RunProgress {
  readonly items: readonly RunItem[];
  readonly doneSets: number;
  readonly allSets: number;
  /** The first that is not done; machines may be taken in any order. null: everything is done. */
  readonly next: RunItem | null;
  /** What counts as done here although the server does not have it yet. */
  readonly unstored: readonly SeenBout[];
}

export function followRun(run: TrainingSessionRun, seen: readonly SeenBout[]): RunProgress {
  const done = allotDoneSets(
    run.items,
    listSessionTypes(run.items).map((workoutTypeId) => ({
      workoutTypeId,
      setCount: countDoneSets(run, seen, workoutTypeId),
    })),
  );
  const items = run.items.map((item, index) => ({ ...item, doneSets: done[index] ?? 0 }));
  const sum = (sets: readonly RunItem[]) => sets.reduce((all, { doneSets }) => all + doneSets, 0);
  return {
    items,
    doneSets: sum(items),
    allSets: countSessionSets(items),
    next: items.find(isOpen) ?? null,
    unstored: listUnstored(run, seen),
  };
}

export function isOpen({ doneSets, sets }: Pick<RunItem, 'doneSets' | 'sets'>): boolean {
  return doneSets < sets;
}

/** What the session asks for on one machine. */
interface MachinePlan {
  /** The set under way, or the next one. null: everything on this machine is done. */
  readonly next: {
    readonly set: number;
    readonly sets: number;
    readonly reps: number;
    readonly loadKg: number | null;
  } | null;
  /** The last set that is done. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Before the next set; null: as long as one likes. */
  readonly restSeconds: number | null;
}

interface Machine extends LoadRange {
  readonly workoutTypeId: number;
}

/** null: the machine is no part of the session. */
export function planMachine(items: readonly RunItem[], machine: Machine): MachinePlan | null {
  const own = items.filter(({ workoutTypeId }) => workoutTypeId === machine.workoutTypeId);
  if (own.length === 0) return null;
  const open = own.find(isOpen);
  const begun = own.findLast(({ doneSets }) => doneSets > 0);
  return {
    next:
      open === undefined
        ? null
        : {
            set: open.doneSets + 1,
            sets: open.sets,
            reps: open.reps,
            loadKg: snapLoad(open.targetLoadKg, machine),
          },
    last: begun === undefined ? null : { set: begun.doneSets, sets: begun.sets },
    restSeconds: open !== undefined && open === begun ? open.restSeconds : null,
  };
}

/** As the machine was told: a load that it cannot be set to is rounded down. */
function snapLoad(loadKg: number | null, machine: Machine): number | null {
  if (loadKg === null) return null;
  return toKilograms(settableAtMost(toSettable(machine), toHectograms(loadKg)));
}
