import type { RunItem, TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { NextMachine, NextMachines } from '@tanren/contract/menus/next-machines';
import type { Visit } from '@tanren/contract/workouts/visits';
import {
  type LoadRange,
  settableAtMost,
  toHectograms,
  toKilograms,
  toSettable,
} from '@tanren/domain/workouts/loads';
import { allotDoneSets } from '@tanren/domain/menus/menu-runs';
import { countMenuSets, listMenuTypes } from '@tanren/domain/menus/menus';
import type { RouteStep } from '#entities/machines/gym-floor.tsx';
import { formatKg } from '#lib/number-format.ts';

/** The bout on the machine, as far as the page has received it. */
export interface LiftedBout {
  readonly workoutUuid: string;
  readonly workoutTypeId: number;
  /** Number of ended sets, without the set that is under way. */
  readonly doneSets: number;
  /** Total of all reps so far. */
  readonly tfo: number;
  /** Time of the last rep. */
  readonly endedAt: string;
}

/**
 * A bout that the server may not have stored yet, with the number of sets of its type that were
 * done before it.
 */
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

/**
 * Counts the done sets of a type. A set that is both stored and seen counts once, in whichever
 * order the two arrive.
 */
function countDoneSets(run: Run, seen: readonly SeenBout[], workoutTypeId: number): number {
  const stored = countStoredSets(run, workoutTypeId);
  return seen
    .filter((bout) => bout.runId === run.runId && bout.workoutTypeId === workoutTypeId)
    .reduce((max, { doneBefore, doneSets }) => Math.max(max, doneBefore + doneSets), stored);
}

/**
 * Adds a bout to the seen ones. A machine drops a bout when it sends it, before the server has
 * announced it, so the seen bout counts until then. One bout per type is enough, because each
 * includes the sets before it.
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

/** Returns the seen bouts that the server has not announced. */
function listUnstored(run: Run, seen: readonly SeenBout[]): readonly SeenBout[] {
  return seen.filter(
    ({ runId, workoutTypeId, doneBefore, doneSets }) =>
      runId === run.runId && doneBefore + doneSets > countStoredSets(run, workoutTypeId),
  );
}

/** Removes a bout that the server has rejected. */
export function removeBout(
  seen: readonly SeenBout[],
  workoutUuid: string | null,
): readonly SeenBout[] {
  return seen.some((bout) => bout.workoutUuid === workoutUuid)
    ? seen.filter((bout) => bout.workoutUuid !== workoutUuid)
    : seen;
}

/** Adds up the stored part of the visit and what the machine has not sent yet. */
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
    // The sum is in hectograms, because tenths of a kilogram do not add up exactly.
    tfo: toKilograms(tfos.reduce((sum, tfo) => sum + toHectograms(tfo), 0)),
    minutes: Math.max(visit?.minutes ?? 0, Math.round((end - start) / 60_000)),
  };
}

export function describeSets({ sets, reps }: Pick<RunItem, 'sets' | 'reps'>): string {
  return `${sets}セット×${reps}回`;
}

/** Describes the remaining sets of an item. */
export function describeRest(item: Pick<RunItem, 'sets' | 'reps' | 'doneSets'>): string {
  const left = describeSets({ sets: item.sets - item.doneSets, reps: item.reps });
  return item.doneSets > 0 ? `残り${left}` : left;
}

/**
 * Describes the target load. A member without a record of this type finds the load on the machine.
 */
export function describeTarget({ targetLoadKg }: Pick<RunItem, 'targetLoadKg'>): string {
  return targetLoadKg === null ? '軽い重量から' : `${formatKg(targetLoadKg)}kg`;
}

/** Progress of the run, including what is being lifted. */
export interface RunProgress {
  readonly items: readonly RunItem[];
  readonly doneSets: number;
  readonly allSets: number;
  /** Positions of the items that are not done, in the order in which the page shows them. */
  readonly order: readonly number[];
  /** First item of that order. Machines may be used in any order. `null` when everything is done. */
  readonly next: RunItem | null;
  /** Bouts that count as done here although the server has not stored them. */
  readonly unstored: readonly SeenBout[];
}

export function computeProgress(run: TrainingSessionRun, seen: readonly SeenBout[]): RunProgress {
  const done = allotDoneSets(
    run.items,
    listMenuTypes(run.items).map((workoutTypeId) => ({
      workoutTypeId,
      setCount: countDoneSets(run, seen, workoutTypeId),
    })),
  );
  const items = run.items.map((item, index) => ({ ...item, doneSets: done[index] ?? 0 }));
  const sum = (sets: readonly RunItem[]) => sets.reduce((all, { doneSets }) => all + doneSets, 0);
  return {
    items,
    doneSets: sum(items),
    allSets: countMenuSets(items),
    order: items.flatMap((item, position) => (isOpen(item) ? [position] : [])),
    next: items.find(isOpen) ?? null,
    unstored: listUnstored(run, seen),
  };
}

/**
 * Puts the open items into an order of positions. Items that the order does not contain follow in
 * the order of the menu.
 */
export function orderProgress(progress: RunProgress, positions: readonly number[]): RunProgress {
  const order = orderPositions(progress.order, positions);
  return { ...progress, order, next: progress.items[order[0] ?? -1] ?? null };
}

function orderPositions(open: readonly number[], positions: readonly number[]): number[] {
  const rank = (position: number) => {
    const at = positions.indexOf(position);
    return at === -1 ? positions.length : at;
  };
  return open.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the way through the gym: the finished steps, then the open ones in an order of positions,
 * with their machines. The steps are in the order of the menu.
 */
export function orderRoute(
  steps: readonly RouteStep[],
  positions: readonly number[],
  machines: NextMachines | null,
): RouteStep[] {
  const all = steps.map((step, position) => ({
    ...step,
    machineId: findMachine(machines, position)?.machineId ?? null,
  }));
  const open = [...all.keys()].filter((position) => all[position]?.isDone === false);
  return [
    ...all.filter(({ isDone }) => isDone),
    ...orderPositions(open, positions).flatMap((position) => all[position] ?? []),
  ];
}

export function toRouteStep(item: RunItem): RouteStep {
  return {
    workoutTypeId: item.workoutTypeId,
    loadKg: item.targetLoadKg,
    isDone: !isOpen(item),
  };
}

/** Returns the machine of an item. `null` while its state is not known. */
export function findMachine(
  machines: NextMachines | null,
  position: number | undefined,
): NextMachine | null {
  return machines?.items.find((item) => item.position === position) ?? null;
}

export function isOpen({ doneSets, sets }: Pick<RunItem, 'doneSets' | 'sets'>): boolean {
  return doneSets < sets;
}

/** Plan of the menu for one machine. */
interface MachinePlan {
  /** The current or next set. `null` when all sets on this machine are done. */
  readonly next: {
    readonly set: number;
    readonly sets: number;
    readonly reps: number;
    readonly loadKg: number | null;
  } | null;
  /** The last finished set. `null` before the first one. */
  readonly last: { readonly set: number; readonly sets: number } | null;
  /** Rest before the next set in seconds. `null` when the menu sets no limit. */
  readonly restSeconds: number | null;
}

interface Machine extends LoadRange {
  readonly workoutTypeId: number;
}

/** Returns the plan for a machine, or `null` when the machine is not part of the menu. */
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

/** Returns the load that the machine was sent. A load that it cannot be set to is rounded down. */
function snapLoad(loadKg: number | null, machine: Machine): number | null {
  if (loadKg === null) return null;
  return toKilograms(settableAtMost(toSettable(machine), toHectograms(loadKg)));
}
