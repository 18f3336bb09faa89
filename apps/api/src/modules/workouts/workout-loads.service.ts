import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import {
  toKilograms,
  settableAtMost,
  type SettableLoads,
  toSettable,
} from '@tanren/domain/workouts/loads';
import {
  chooseNextLoad,
  findNextChance,
  type LoadStrength,
  type NextLoad,
  type NextLoadReason,
  type RecentWorkout,
} from '@tanren/domain/workouts/next-load';
import { describeEstimate } from '@tanren/domain/workouts/one-rep-max';
import type { OwnPace } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { Queryable } from '#db/database.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { findMachineOffset } from '#modules/machines/machine-offsets.service.ts';
import { describeBand, listStates } from './strength/workout-strength.service.ts';
import { findRecentBest, selectRecentBests, toRecentWorkout } from './recent-workouts.service.ts';
import {
  type ChosenLoad,
  findLinkedMachine,
  type LinkedMachine,
  selectBestsWithRecent,
  selectChosen,
  selectRecent,
} from './workout-loads.store.ts';

interface TypeLoads {
  readonly best: WorkoutBestRow;
  readonly last: RecentWorkout;
  /** Gym day of the last workout. */
  readonly gymDay: string;
  /** Workout that the rule rests on. `null` for the newest one, and when a trainer chose the load. */
  readonly basis: RecentWorkout | null;
  /** Next load that counts: the trainer's choice, otherwise the load of the rule. */
  readonly next: { readonly loadHg: number; readonly reason: NextLoadReason };
  readonly chosen: ChosenLoad | null;
  /** Best of the last 90 days in hectograms, or of all time if there is none. */
  readonly recentBestHg: number;
  /** Durations of the newest workouts. */
  readonly bouts: readonly OwnPace[];
  /** Estimated strength and the chance of the next load. Empty while too little is known. */
  readonly shown: Pick<WorkoutLoad, 'strength' | 'nextLoadChance'>;
}

/** The next load of a type that the member has never done, chosen by a trainer. */
interface FirstLoad {
  readonly workoutTypeId: number;
  readonly next: TypeLoads['next'];
}

interface MemberLoads {
  readonly done: readonly TypeLoads[];
  readonly first: readonly FirstLoad[];
}

/**
 * Reads the loads of each type. The next load is one that the machines built for the type can be
 * set to. For the type of the `linked` machine it is the load that is sent to this machine.
 */
export async function readLoads(
  db: Queryable,
  sub: string,
  now: Date,
  linked: LinkedMachine | null = null,
): Promise<MemberLoads> {
  const rows = await selectBestsWithRecent(db, sub);
  const choices = await selectChosen(db, sub);
  const recentBests = rows.length === 0 ? [] : await selectRecentBests(db, sub, now);
  const states = rows.length === 0 ? [] : await listStates(db, sub);
  const done = workoutTypes.flatMap((type): TypeLoads[] => {
    const ofType = rows.filter(({ best }) => best.workoutTypeId === type.id);
    const recent = ofType.map((row) => toRecentWorkout(row.recent, type.id));
    const machine = linked?.workoutTypeId === type.id ? linked : null;
    const range = machine ?? toSettable(type);
    const strength = toStrength(type.id, states, machine?.offset ?? 0);
    const rule = chooseNextLoad({ recent, range, now, strength });
    const [newest] = ofType;
    const [last] = recent;
    if (newest === undefined || last === undefined || rule === null) return [];
    const chosen = choices.find(({ workoutTypeId }) => workoutTypeId === type.id) ?? null;
    const next = chosen === null ? rule : applyChosen(chosen, range);
    const recentBest = recentBests.find(({ workoutTypeId }) => workoutTypeId === type.id);
    const recentBestHg = recentBest?.maxHg ?? newest.best.maxHg;
    const bouts = ofType.map((row) => toPace(row.recent));
    const { best, recent: newestRow } = newest;
    const basis = chosen !== null || isSameSet(rule.from, last) ? null : rule.from;
    const shown = describeStrength({ ...rule, loadHg: next.loadHg }, strength, now);
    return [
      { best, last, gymDay: newestRow.gymDay, basis, next, chosen, recentBestHg, bouts, shown },
    ];
  });
  const first = workoutTypes.flatMap((type): FirstLoad[] => {
    const chosen = choices.find(({ workoutTypeId }) => workoutTypeId === type.id);
    if (chosen === undefined || done.some(({ best }) => best.workoutTypeId === type.id)) return [];
    return [{ workoutTypeId: type.id, next: applyChosen(chosen, toSettable(type)) }];
  });
  return { done, first };
}

function toStrength(
  workoutTypeId: number,
  states: Awaited<ReturnType<typeof listStates>>,
  machineOffset = 0,
): LoadStrength | null {
  const state = states.find((one) => one.workoutTypeId === workoutTypeId);
  return state === undefined ? null : { state, workoutTypeId, machineOffset };
}

function describeStrength(
  next: NextLoad,
  strength: LoadStrength | null,
  now: Date,
): TypeLoads['shown'] {
  const band = strength === null ? undefined : describeBand(strength.state, now);
  if (strength === null || band === undefined) return {};
  const { reps, chance } = findNextChance(next, strength, now);
  return { strength: band, nextLoadChance: { reps, chance: Math.round(chance * 100) / 100 } };
}

/**
 * Returns the next load of every type that has one, for the machine that the member is linked with.
 */
export async function readNextLoads(db: Queryable, sub: string, now: Date) {
  const linked = await findLinkedMachine(db, sub, now);
  const { done, first } = await readLoads(db, sub, now, linked);
  return [
    ...done.map(({ best, next }) => ({ workoutTypeId: best.workoutTypeId, ...next })),
    ...first.map(({ workoutTypeId, next }) => ({ workoutTypeId, ...next })),
  ];
}

function toPace(bout: { startedAt: Date; endedAt: Date; setCount: number }): OwnPace {
  const seconds = (bout.endedAt.getTime() - bout.startedAt.getTime()) / 1000;
  return { seconds, setCount: bout.setCount };
}

/** Loads for one machine, in hectograms. */
interface MachineLoads {
  readonly nextLoadHg: number;
  readonly chosenByTrainer: boolean;
  /** `null` while the member has not done the type. */
  readonly recentBestHg: number | null;
}

/**
 * Returns the loads for one machine, which follow its offset, or `null` for a type that was never done and for which no
 * trainer chose a load.
 */
export async function findMachineLoads(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  range: SettableLoads & { readonly id?: number },
  now: Date,
): Promise<MachineLoads | null> {
  const rows = await selectRecent(db, sub, workoutTypeId);
  const recent = rows.map((row) => toRecentWorkout(row, workoutTypeId));
  const offset = range.id === undefined ? null : await findMachineOffset(db, range.id);
  const strength = toStrength(workoutTypeId, await listStates(db, sub), offset?.mean ?? 0);
  const rule = chooseNextLoad({ recent, range, now, strength });
  const recentBestHg = await findRecentBest(db, sub, workoutTypeId, now);
  const choices = await selectChosen(db, sub);
  const chosen = choices.find((choice) => choice.workoutTypeId === workoutTypeId);
  const next = chosen === undefined ? rule : applyChosen(chosen, range);
  if (next === null) return null;
  return { nextLoadHg: next.loadHg, chosenByTrainer: next.reason === 'trainer', recentBestHg };
}

/**
 * Returns the nearest load at or below the trainer's choice that the machine can be set to. A
 * trainer chooses for a type, and one of its machines may have other plates.
 */
function applyChosen({ loadHg }: ChosenLoad, range: SettableLoads): TypeLoads['next'] {
  return { loadHg: settableAtMost(range, loadHg), reason: 'trainer' };
}

/**
 * Lists the last, best and next load of each type done. A type never done has no last load and is
 * left out.
 */
export async function listLoads(db: Queryable, sub: string, now: Date): Promise<WorkoutLoad[]> {
  const { done } = await readLoads(db, sub, now);
  return done.map(toWorkoutLoad);
}

/** Lists the loads as `listLoads`, for the machine that the member is linked with. */
export async function listOwnLoads(db: Queryable, sub: string, now: Date): Promise<WorkoutLoad[]> {
  const { done } = await readLoads(db, sub, now, await findLinkedMachine(db, sub, now));
  return done.map(toWorkoutLoad);
}

function toWorkoutLoad(loads: TypeLoads): WorkoutLoad {
  const { best, last, gymDay, basis, next, chosen, recentBestHg, shown } = loads;
  return {
    workoutTypeId: best.workoutTypeId,
    lastLoad: toKilograms(last.topLoadHg),
    lastReps: last.topReps,
    lastPlannedReps: last.plannedReps,
    lastWorkoutAt: last.startedAt.toISOString(),
    lastGymDay: gymDay,
    maxLoad: toKilograms(best.maxHg),
    recentBest: toKilograms(recentBestHg),
    maxLoadAt: best.maxAt.toISOString(),
    estimatedOneRepMax: describeEstimate(best.oneRepMaxHg, best.oneRepMaxReps, best.maxHg),
    ...shown,
    nextLoad: toKilograms(next.loadHg),
    nextLoadReason: next.reason,
    ...(basis && { nextLoadFrom: toBasis(basis) }),
    nextLoadNote: chosen && { text: chosen.reason, nickname: chosen.nickname ?? '' },
  };
}

function isSameSet(one: RecentWorkout, other: RecentWorkout): boolean {
  return (
    one.topLoadHg === other.topLoadHg &&
    one.topReps === other.topReps &&
    one.plannedReps === other.plannedReps
  );
}

function toBasis(basis: RecentWorkout): NonNullable<WorkoutLoad['nextLoadFrom']> {
  const { topLoadHg, topReps, plannedReps, gymDay } = basis;
  return { load: toKilograms(topLoadHg), reps: topReps, plannedReps, gymDay };
}
