import { chanceOfReps, type StrengthState, toStrengthBand, usualReps } from './strength.ts';
import {
  settableAbove,
  settableAtLeast,
  settableAtMost,
  settableBelow,
  type SettableLoads,
} from './loads.ts';

/** Reasons of the rule. */
const ruleReasons = ['raise', 'keep', 'lower', 'after-break'] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** Reasons for the next load. `trainer`: the member's trainer chose it. */
export const nextLoadReasons = [...ruleReasons, 'trainer'] as const;
export type NextLoadReason = (typeof nextLoadReasons)[number];

export interface NextLoad {
  readonly loadHg: number;
  readonly reason: RuleReason;
  /** Training day that the choice is based on. It is not always the newest one. */
  readonly from: RecentWorkout;
}

/** Workout of the type, with the fields that the next load depends on. */
export interface RecentWorkout {
  readonly topLoadHg: number;
  readonly topReps: number;
  readonly startedAt: Date;
  readonly gymDay: string;
  /** Reps that the member's menu asked for. `null` for a workout without a menu. */
  readonly plannedReps: number | null;
  /** Whether the member's menu asked for exactly `topLoadHg`. */
  readonly isPlannedLoad: boolean;
}

/** Number of training days that the choice considers. */
const recentDays = 4;
/**
 * Number of workouts that are read for these days, because a member may use a machine several times
 * a day.
 */
export const recentWorkouts = 3 * recentDays;

/** Two reps more than the target raise the load. More than two fewer lower it. */
const repsBeside = 2;

export function raiseFromReps(plannedReps: number | null): number {
  return (plannedReps ?? usualReps) + repsBeside;
}

export function lowerBelowReps(plannedReps: number | null): number {
  return Math.max(1, (plannedReps ?? usualReps) - repsBeside);
}
/** Time after which most effects of training have faded. */
const breakMs = 28 * 24 * 60 * 60 * 1000;
/** The planned reps must be at least this likely with a load that the model chooses. */
const minChance = 0.8;

/** A day below this share of the strength on the days before was light. */
const lightShare = 0.8;
/**
 * A set with fewer reps than this share of the target was broken off, by the machine or the member.
 */
const brokenOffShare = 0.5;

/**
 * Returns the load to set next time, or `null` without any workout. A newest day that does not show
 * what is too heavy never lowers the load. Then the days before it decide, if they ask for more.
 *
 * The rule gives the limits of a safe step. With enough knowledge of the member's strength, the
 * heaviest load between them that probably allows the planned reps is chosen.
 */
export function chooseNextLoad({
  recent,
  range,
  now,
  strength = null,
}: {
  readonly recent: readonly RecentWorkout[];
  readonly range: SettableLoads;
  readonly now: Date;
  /** `null` while nothing is known. The rule then decides alone. */
  readonly strength?: LoadStrength | null;
}): NextLoad | null {
  const rule = chooseFromDays(mergeDays(recent), range, now);
  if (rule === null || strength === null || toStrengthBand(strength.state, now) === null) {
    return rule;
  }
  return followStrength(rule, { range, now, strength });
}

/** Knowledge about the strength of a member and the machine. */
export interface LoadStrength {
  readonly state: StrengthState;
  readonly workoutTypeId: number;
  /** Offset of the machine as a logarithm. 0 for an unknown machine. */
  readonly machineOffset: number;
}

/** Returns the number of reps that the member will be asked for next time. */
function findGoal({ from }: NextLoad): number {
  return from.plannedReps ?? usualReps;
}

/** Returns the chance from 0 to 1 of the planned reps with the next load. */
export function findNextChance(
  next: NextLoad,
  { state, workoutTypeId, machineOffset }: LoadStrength,
  now: Date,
): { reps: number; chance: number } {
  const reps = findGoal(next);
  const set = { workoutTypeId, loadHg: next.loadHg, reps, at: now, machineOffset };
  return { reps, chance: chanceOfReps(state, set) };
}

/**
 * Moves the load of the rule to the heaviest one with enough chance of the planned reps. It is never
 * heavier than one safe raise and never lighter than 10 % less. After a break the rule alone decides,
 * because the loss is unknown. Reps that were reached, and a raise that they have earned, are only
 * answered with a lower load on a machine that is heavier than others, and by no more than that.
 */
function followStrength(
  rule: NextLoad,
  { range, now, strength }: { range: SettableLoads; now: Date; strength: LoadStrength },
): NextLoad {
  const { from, reason } = rule;
  if (reason === 'after-break') return rule;
  const isLikely = (loadHg: number) =>
    findNextChance({ ...rule, loadHg }, strength, now).chance >= minChance;
  const lastHg = settableAtMost(range, from.topLoadHg);
  const isReached = from.topReps >= findGoal(rule) || reason === 'raise';
  const equalHg = from.topLoadHg * Math.exp(-Math.max(0, strength.machineOffset));
  const isSafeBase = from.topReps >= lowerBelowReps(from.plannedReps);
  const highestHg = isSafeBase ? Math.max(lastHg, raise(range, from.topLoadHg)) : lastHg;
  const lessHg = Math.min(lastHg, lessTenPercent(range, from.topLoadHg));
  const lowestHg = isReached ? Math.max(lessHg, settableAtMost(range, equalHg)) : lessHg;
  let loadHg = Math.min(highestHg, range.maxLoadHg);
  while (loadHg > lowestHg && !isLikely(loadHg)) {
    loadHg = Math.max(lowestHg, settableBelow(range, loadHg));
  }
  return { loadHg, reason: toReason(loadHg, from.topLoadHg), from };
}

function toReason(loadHg: number, lastHg: number): RuleReason {
  if (loadHg === lastHg) return 'keep';
  return loadHg > lastHg ? 'raise' : 'lower';
}

function chooseFromDays(
  days: readonly RecentWorkout[],
  range: SettableLoads,
  now: Date,
): NextLoad | null {
  const [newest, ...older] = days;
  if (newest === undefined) return null;
  const countedDays = days.filter((day, at) =>
    showsLoadLimit(day, days.slice(at + 1, at + recentDays)),
  );
  if (countedDays[0] === newest) {
    return judge({ last: newest, range, now });
  }
  const earlier = chooseFromDays(older, range, now);
  if (earlier !== null && earlier.loadHg > newest.topLoadHg) return earlier;
  return { loadHg: settableAtMost(range, newest.topLoadHg), reason: 'keep', from: newest };
}

/**
 * Merges the workouts of each gym day into one, newest day first. The heaviest set represents the
 * day.
 */
function mergeDays(recent: readonly RecentWorkout[]): RecentWorkout[] {
  const days = new Map<string, RecentWorkout>();
  for (const workout of recent.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())) {
    const day = days.get(workout.gymDay) ?? workout;
    const isBetter =
      workout.topLoadHg > day.topLoadHg ||
      (workout.topLoadHg === day.topLoadHg && workout.topReps > day.topReps);
    days.set(workout.gymDay, { ...(isBetter ? workout : day), startedAt: day.startedAt });
  }
  return [...days.values()];
}

/**
 * Returns whether a day shows that a load was too heavy or right. It does not when its menu planned
 * a lighter load, when its best set was broken off for the first time, or when it is far below the
 * days before.
 */
function showsLoadLimit(day: RecentWorkout, before: readonly RecentWorkout[]): boolean {
  const heavier = before.filter(({ topLoadHg }) => topLoadHg > day.topLoadHg);
  const isPlanDone = day.plannedReps !== null && day.topReps >= day.plannedReps;
  if (day.isPlannedLoad && isPlanDone && heavier.length > 0) return false;
  const isLight = cutAtBreak(day, before).some(
    (other) => heavier.includes(other) && showStrength(day) < showStrength(other) * lightShare,
  );
  const [previous] = before;
  if (isLight || !isBrokenOff(day)) return !isLight;
  return previous !== undefined && isBrokenOff(previous);
}

function isBrokenOff({ topReps, plannedReps }: RecentWorkout): boolean {
  return topReps < (plannedReps ?? usualReps) * brokenOffShare;
}

/**
 * Returns the days since the last break. A member may restart far lighter, so earlier days do not
 * count.
 */
function cutAtBreak(day: RecentWorkout, before: readonly RecentWorkout[]): RecentWorkout[] {
  const all = [day, ...before];
  const at = before.findIndex(
    ({ startedAt }, older) =>
      (all[older]?.startedAt.getTime() ?? 0) - startedAt.getTime() > breakMs,
  );
  return before.slice(0, at === -1 ? before.length : at);
}

/**
 * Returns a value that compares sets of different loads and reps, also above 12 reps, where the app
 * shows no estimate.
 */
function showStrength({ topLoadHg, topReps }: RecentWorkout): number {
  return topLoadHg * (1 + Math.min(topReps, 30) / 30);
}

/**
 * Returns the load that the last of the days asks for. The first match decides. A break comes
 * first, because it outweighs earlier results. Then come the reps that earn a raise, and then a
 * completed plan.
 */
function judge({
  last,
  range,
  now,
}: {
  readonly last: RecentWorkout;
  readonly range: SettableLoads;
  readonly now: Date;
}): NextLoad {
  const { topLoadHg } = last;
  if (now.getTime() - last.startedAt.getTime() > breakMs) {
    return relieve('after-break', lessTenPercent(range, topLoadHg));
  }
  if (last.topReps >= raiseFromReps(last.plannedReps)) {
    const loadHg = raise(range, topLoadHg);
    return { loadHg, reason: loadHg > topLoadHg ? 'raise' : 'keep', from: last };
  }
  // A member who completes the plan has not failed. The plan sets the pace.
  if (last.plannedReps !== null && last.topReps >= last.plannedReps) return keep();
  if (last.topReps < lowerBelowReps(last.plannedReps)) {
    return relieve('lower', lessFivePercent(range, topLoadHg));
  }
  return keep();

  function keep(): NextLoad {
    return { loadHg: settableAtMost(range, topLoadHg), reason: 'keep', from: last };
  }

  /** Lowers the load. At the lowest load of the machine it stays the same. */
  function relieve(reason: RuleReason, loadHg: number): NextLoad {
    return { loadHg, reason: loadHg < topLoadHg ? reason : 'keep', from: last };
  }
}

/**
 * Returns the setting nearest to 5 % more, within 2–10 %. Without one it returns the next setting,
 * so that rounding never prevents progress.
 */
function raise(range: SettableLoads, loadHg: number): number {
  const targetHg = Math.round(loadHg * 1.05);
  const [nearest = 0] = [settableAtMost(range, targetHg), settableAtLeast(range, targetHg)]
    .filter((hg) => hg >= loadHg * 1.02 && hg <= loadHg * 1.1)
    .toSorted((a, b) => Math.abs(a - targetHg) - Math.abs(b - targetHg));
  return Math.max(nearest, settableAbove(range, loadHg));
}

function lessFivePercent(range: SettableLoads, loadHg: number): number {
  return Math.min(settableBelow(range, loadHg), settableAtMost(range, loadHg * 0.95));
}

function lessTenPercent(range: SettableLoads, loadHg: number): number {
  return Math.min(settableBelow(range, loadHg), settableAtMost(range, loadHg * 0.9));
}
